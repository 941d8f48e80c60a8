/** Of a form's fields only those that are no longer as they were. */
export function changedFields<Fields extends object>(
  after: Fields,
  before: Fields,
): Partial<Fields> {
  const changed = (Object.keys(after) as (keyof Fields)[]).filter(
    (field) => after[field] !== before[field],
  );
  return Object.fromEntries(changed.map((field) => [field, after[field]])) as Partial<Fields>;
}
