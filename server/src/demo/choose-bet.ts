import type { Currency } from '@pitboss/contract/money';
import type { NewBet } from '../bets/place-bets.ts';
import { usualAmount } from './people.ts';

/** The smallest stake in each currency, and the steps that people bet in. */
export const smallestStakeMinor: Record<Currency, number> = { USD: 100, INR: 1_000, PKR: 1_000 };
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
  const stakeMinor = Math.round(wantedMinor / step) * step;
  return {
    ref: null,
    userId,
    stakeMinor: BigInt(Math.max(stakeMinor, smallestStakeMinor[currency])),
    autoHundredths: random() < autoShare ? Math.round(110 + random() ** 4 * 1_500) : null,
  };
}
