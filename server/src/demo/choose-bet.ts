import type { Currency } from '@pitboss/contract/money';
import type { NewBet } from '../bets/place-bets.ts';
import { usualAmount } from './people.ts';

/** A bet as the demo's clients make them: mostly small, mostly with an auto cash-out. */
export function chooseBet(userId: bigint, currency: Currency, random: () => number): NewBet {
  const stake = Math.max(10, Math.round(usualAmount[currency] * (0.004 + random() ** 3 * 0.05)));
  const isAuto = random() < 0.85;
  return {
    ref: null,
    userId,
    stakeMinor: BigInt(stake) * 100n,
    autoHundredths: isAuto ? Math.round(110 + random() ** 4 * 1_500) : null,
  };
}
