/** Values as JSON that can be read back: whole numbers of eight bytes and moments are marked. */
export function toKept(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name, item) {
    if (typeof item === 'bigint') return { $bigint: String(item) };
    // A moment has made itself a text before it comes here.
    return this[name] instanceof Date ? { $time: item } : item;
  });
}

/** The values again, of JSON that was parsed. */
export function fromKept(kept: unknown): unknown {
  if (Array.isArray(kept)) return kept.map(fromKept);
  if (typeof kept !== 'object' || kept === null) return kept;
  if ('$bigint' in kept) return BigInt(String(kept.$bigint));
  if ('$time' in kept) return new Date(String(kept.$time));
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, fromKept(value)]));
}
