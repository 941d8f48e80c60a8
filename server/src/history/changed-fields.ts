import { textFromMinor } from '@pitboss/contract/money';

interface ChangedField {
  field: string;
  before: string | null;
  after: string | null;
}

type Values = Record<string, unknown> | null;

/** Amounts stand in the record as whole numbers of minor units. */
const money = new Set(['amount', 'balance', 'exposure', 'minimumBets', 'maximumBets']);
/** Of no use to a reader: the account or request itself, and what follows from other fields. */
const passedOver = new Set(['_id', 'exposure']);

/** What differs between the values before and after, as text that an operator can read. */
export function changedFields(before: Values, after: Values): ChangedField[] {
  const [from, to] = [flat(before), flat(after)];
  // Where the record holds no values before, all of them are new.
  const names = [...new Set([...(before ? from.keys() : []), ...to.keys()])];
  return names
    .map((field) => ({ field, before: from.get(field) ?? null, after: to.get(field) ?? null }))
    .filter(({ field, before: was, after: is }) => was !== is && !passedOver.has(field));
}

function flat(values: Values, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(values ?? {})) {
    const plainName = name.replace(/Minor$/, '');
    if (value === null || value === undefined || value === '') continue;
    if (typeof value === 'object') {
      const inside = flat(value as Values, `${path}${name}.`);
      for (const [field, text] of inside) found.set(field, text);
    } else {
      found.set(`${path}${plainName}`, textOf(value, name !== plainName || money.has(name)));
    }
  }
  return found;
}

function textOf(value: unknown, isMoney: boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  return isMoney && /^-?\d+$/.test(text) ? textFromMinor(BigInt(text)) : text;
}
