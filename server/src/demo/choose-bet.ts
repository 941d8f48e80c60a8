import type { Currency, Minor } from '@pitboss/contract/money';
import type { NewBet } from '../bets/place-bets.ts';
import { usualAmount } from './people.ts';

/** The smallest stake in each currency, and the steps that people bet in. */
export const smallestStakeMinor: Record<Currency, Minor> = { USD: 100n, INR: 1_000n, PKR: 1_000n };
const stepMinor: Record<Currency, number> = { USD: 25, INR: 500, PKR: 500 };

/** A bet as the demo's clients make them: mostly small, mostly with an auto cash-out. */
export function chooseBet(
  userId: bigint,
  currency: Currency,
  random: () => number,
  autoShare: number,
): NewBet {
  const wantedMinor = usualAmount[currency] * 100 * (0.004 + random() ** 3 * 0.06);
  const step = stepMinor[currency];
  const stakeMinor = BigInt(Math.round(wantedMinor / step) * step);
  const smallest = smallestStakeMinor[currency];
  return {
    ref: null,
    userId,
    stakeMinor: stakeMinor < smallest ? smallest : stakeMinor,
    autoHundredths: random() < autoShare ? Math.round(110 + random() ** 4 * 1_500) : null,
  };
}
