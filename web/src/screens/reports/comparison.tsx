import { dashboard } from '@pitboss/contract/dashboard';
import { formatChange, formatCount, formatMoney, formatSignedMoney } from '#src/lib/format.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { daysIn, spanBefore, spanIn } from './report-groups.ts';
import classes from './reports.module.css';

/** The dates against as long a time right before them. */
export function Comparison() {
  const [state] = useUrlState();
  const currency = useChosenCurrency();
  const userId = state.admin === undefined ? undefined : BigInt(state.admin);
  const span = spanIn(state);
  const body = { currency, userId, spans: [span, spanBefore(span)] };
  const { data } = useRead(dashboard.play, { body }, { isExtra: true, overlay: false });
  const [now, before] = data?.spans ?? [];
  if (!now || !before) return null;
  const days = daysIn(span);
  const timeBefore = days === 1 ? 'the day before' : `the ${formatCount(days)} days before`;
  if (before.bets === 0) {
    return <p className={classes.note}>Nothing was played in {timeBefore}.</p>;
  }
  const parts = [
    ['Pl', Number(now.pl), Number(before.pl), formatSignedMoney(before.pl)],
    ['Stake', Number(now.stakes), Number(before.stakes), formatMoney(before.stakes)],
    ['Total Bets', now.bets, before.bets, formatCount(before.bets)],
    ['Players', now.players, before.players, formatCount(before.players)],
  ] as const;
  return (
    <p className={classes.note}>
      Against {timeBefore}:{' '}
      {parts
        .map(([name, one, other, text]) => `${name} ${formatChange(one, other) ?? '–'} (${text})`)
        .join(', ')}
      .
    </p>
  );
}
