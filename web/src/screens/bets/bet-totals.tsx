import type { BetType, bets } from '@pitboss/contract/bets';
import type { ResultOf } from '@pitboss/contract/endpoint';
import { MoneyText } from '#src/ui/money-text.tsx';
import { BetPl } from './bet-pl.tsx';

type Totals = ResultOf<typeof bets.list>['totals'];

/** The stakes and cash-outs of everything filtered. */
export function betTotals({ totalStakes, totalCashoutAmount }: Totals) {
  return {
    stake: <MoneyText minor={totalStakes} />,
    cashoutAmount: <MoneyText minor={totalCashoutAmount} />,
  };
}

/**
 * With what the operator won or lost by those that have a result. Stakes less cash-outs are that
 * only where all are settled: a platform that does not name it leaves it open elsewhere.
 */
export function betTotalsWithPl(totals: Totals, type?: BetType) {
  const known = type === 'settled' ? totals.totalStakes - totals.totalCashoutAmount : undefined;
  const { totalPl = known } = totals;
  if (totalPl === undefined && type === undefined) return betTotals(totals);
  const hasResult = type === undefined || type === 'settled';
  return { ...betTotals(totals), pl: <BetPl result={hasResult ? totalPl : undefined} /> };
}
