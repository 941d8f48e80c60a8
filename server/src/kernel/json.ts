/** Plain values as JSON keeps them: whole numbers beyond a double and moments become text. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? String(item) : item));
}
