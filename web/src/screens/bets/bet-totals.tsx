import type { bets } from '@pitboss/contract/bets';
import type { ResultOf } from '@pitboss/contract/endpoint';
import { MoneyText } from '#src/ui/money-text.tsx';
import { BetPl } from './bet-pl.tsx';

type Totals = ResultOf<typeof bets.list>['totals'];

/** Spec §2: the stakes and cash-outs of everything filtered. */
export function betTotals({ totalStakes, totalCashoutAmount }: Totals) {
  return {
    stake: <MoneyText minor={totalStakes} />,
    cashoutAmount: <MoneyText minor={totalCashoutAmount} />,
  };
}

/** With what the operator won or lost by them, where they have a result. */
export function betTotalsWithPl(totals: Totals, hasResult = true) {
  const cashout = hasResult ? totals.totalCashoutAmount : undefined;
  return { ...betTotals(totals), pl: <BetPl stake={totals.totalStakes} cashout={cashout} /> };
}
