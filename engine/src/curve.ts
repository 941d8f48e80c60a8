import { multiplierMaxHundredths, multiplierMinHundredths } from './band.ts';

/** What a flying round shows after this long, in hundredths and never rounded up. */
export function multiplierAt(elapsedMs: number, doublingMs: number): number {
  const grown = Math.floor(multiplierMinHundredths * 2 ** (elapsedMs / doublingMs));
  return Math.min(Math.max(grown, multiplierMinHundredths), multiplierMaxHundredths);
}

/** The first whole millisecond at which the curve has reached a multiplier; Infinity for never. */
export function timeTo(hundredths: number, doublingMs: number): number {
  if (hundredths <= multiplierMinHundredths) return 0;
  if (hundredths > multiplierMaxHundredths) return Number.POSITIVE_INFINITY;
  // The logarithm may miss by a millisecond where it rounds, so the curve itself has the say.
  let timeMs = Math.ceil(doublingMs * Math.log2(hundredths / multiplierMinHundredths));
  while (multiplierAt(timeMs, doublingMs) < hundredths) timeMs += 1;
  while (timeMs > 0 && multiplierAt(timeMs - 1, doublingMs) >= hundredths) timeMs -= 1;
  return timeMs;
}
