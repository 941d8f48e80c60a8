import type { Minor } from '@pitboss/contract/money';

/** docs/panel.md, Amounts: an integer where the amount is whole, else two decimals. */
export function formatMoney(minor: Minor): string {
  const absolute = minor < 0n ? -minor : minor;
  const cents = absolute % 100n;
  const whole = grouped(absolute / 100n);
  const text = cents === 0n ? whole : `${whole}.${String(cents).padStart(2, '0')}`;
  return minor < 0n ? `-${text}` : text;
}

const units = [
  ['B', 1_000_000_000n],
  ['M', 1_000_000n],
] as const;

/** Above a million three digits and a letter, never more than there is; undefined below. */
export function formatCompactMoney(minor: Minor): string | undefined {
  const absolute = minor < 0n ? -minor : minor;
  const unit = units.find(([, size]) => absolute >= size * 100n);
  if (!unit) return undefined;
  const [letter, size] = unit;
  const hundredths = absolute / size;
  const decimals = hundredths >= 10_000n ? 0 : hundredths >= 1_000n ? 1 : 2;
  const digits = String(hundredths % 100n)
    .padStart(2, '0')
    .slice(0, decimals);
  const text = `${grouped(hundredths / 100n)}${digits && `.${digits}`}${letter}`;
  return minor < 0n ? `-${text}` : text;
}

/** With its currency, where the platform says which. */
export function formatAmount(minor: Minor, currency: string | undefined): string {
  return currency ? `${formatMoney(minor)} ${currency}` : formatMoney(minor);
}

/** Always with two decimals, as a profit or loss is written. */
export function formatCents(minor: Minor): string {
  const text = formatMoney(minor);
  return text.includes('.') ? text : `${text}.00`;
}

/** With a plus in front of what is above zero, so that colour is not all that tells. */
export function formatSignedMoney(minor: Minor): string {
  return minor > 0n ? `+${formatMoney(minor)}` : formatMoney(minor);
}

/** Dashboard figures are rounded down, and below zero that is away from it. */
export function floorMinor(minor: Minor): Minor {
  const rest = minor % 100n;
  if (rest === 0n) return minor;
  return rest > 0n ? minor - rest : minor - rest - 100n;
}

/** Multipliers are whole hundredths: 200 is 2.00×. */
export function formatMultiplier(hundredths: number): string {
  return `${grouped(Math.trunc(hundredths / 100))}.${pad(hundredths % 100)}×`;
}

/** A share of the whole: 0.97 is 97 %. */
export function formatPercent(share: number, decimalsMin = 0): string {
  // Six decimals are exact here, so a share just above a limit never reads like the limit.
  const options = { minimumFractionDigits: decimalsMin, maximumFractionDigits: 6 };
  return `${(share * 100).toLocaleString('en-US', options)} %`;
}

export function formatCount(count: number): string {
  return grouped(count);
}

/** A figure of an axis, in as few signs as tell it: 31k, 1.2M. */
export function formatShort(value: number): string {
  const size = Math.abs(value);
  const [divisor, letter] =
    size >= 1e9 ? [1e9, 'B'] : size >= 1e6 ? [1e6, 'M'] : size >= 1e3 ? [1e3, 'k'] : [1, ''];
  return `${Number((value / divisor).toPrecision(3))}${letter}`;
}

/** A change with its sign: +12 %, −3.4 %. Undefined where there was nothing to compare with. */
export function formatChange(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = ((now - before) / Math.abs(before)) * 100;
  const shown = Math.abs(percent) < 10 ? Number(percent.toFixed(1)) : Math.round(percent);
  return `${shown > 0 ? '+' : ''}${grouped(shown)} %`.replace('-', '−');
}

/**
 * By hand, because a browser takes tens of milliseconds for the first number of a language. No
 * figure of ours has more than 19 digits.
 */
function grouped(whole: number | bigint): string {
  return String(whole).replace(/\B(?=(\d{3}){1,6}$)/g, ',');
}

/** M/d/yy, h:mm:ss a, in the operator's own time. */
export function formatTimestamp(at: Date): string {
  const day = `${at.getMonth() + 1}/${at.getDate()}/${pad(at.getFullYear() % 100)}`;
  const hour = at.getHours() % 12 || 12;
  const half = at.getHours() < 12 ? 'AM' : 'PM';
  return `${day}, ${hour}:${pad(at.getMinutes())}:${pad(at.getSeconds())} ${half}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
