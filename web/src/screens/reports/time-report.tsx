import { Anchor } from '@mantine/core';
import { dashboard, type Play, spansMax } from '@pitboss/contract/dashboard';
import { Link } from '@tanstack/react-router';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { formatSignedMoney } from '#src/lib/format.ts';
import { type UrlState, useUrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { playColumns, playersColumn, playTotals } from './play-columns.tsx';
import { ReportBox, TableBox } from './report-box.tsx';
import { groupNames, type Step, spanIn, stepsIn, type TimeGroup } from './report-groups.ts';

interface Row extends Play {
  step: Step;
  search: UrlState;
}

/** What was played in each hour, day, week or month of the dates. */
export function TimeReport({ group }: { group: TimeGroup }) {
  const [state] = useUrlState();
  const currency = useChosenCurrency();
  const { admin } = state;
  const kept = { ...(currency ? { currency } : {}), ...(admin ? { admin } : {}) };
  const steps = stepsIn(state, group);
  const isTooMuch = steps.length >= spansMax;
  const userId = admin === undefined ? undefined : BigInt(admin);
  const spans = [spanIn(state), ...steps.map(({ span }) => span)];
  const read = useRead(
    dashboard.play,
    { body: { currency, userId, spans: isTooMuch ? [] : spans } },
    { isInline: true },
  );
  if (isTooMuch) return <p>Choose fewer dates, or group them by something larger.</p>;
  if (read.error && !read.data) {
    return <LoadFailure error={read.error} onRetry={() => read.refetch()} />;
  }
  const isThere = read.data && read.data.spans.length === spans.length;
  const [totals, ...plays] = isThere ? read.data.spans : [];
  const rows = isThere
    ? steps.flatMap((step, index) => {
        const play = plays[index];
        return play ? [{ step, ...play, search: { ...step.search, ...kept } }] : [];
      })
    : undefined;
  const unit = read.data?.currency ?? '';
  const word = groupNames[group].toLowerCase();
  return (
    <>
      <ReportBox>
        <ChartFrame
          title={`Profit/Loss by ${word} (${unit})`}
          kind="bars"
          data={rows && { unit, points: rows.map(pointOf) }}
          isStale={read.isPlaceholderData}
        />
      </ReportBox>
      <TableBox>
        <DataTable
          label={`Bet Details by ${word}`}
          columns={columnsOf(group)}
          rows={rows?.filter(({ bets }) => bets > 0).reverse()}
          rowKey={({ step }) => step.name}
          totals={totals && playTotals(totals)}
          isStale={read.isPlaceholderData}
        />
      </TableBox>
    </>
  );
}

function pointOf({ step, pl, search }: Row) {
  return {
    key: step.name,
    tick: step.tick,
    name: step.name,
    value: Number(pl) / 100,
    text: formatSignedMoney(pl),
    way: { to: '/reports' as const, search: { group: 'client' as const, ...search } },
  };
}

function columnsOf(group: TimeGroup): Columns<Row> {
  return [
    {
      id: 'step',
      header: groupNames[group],
      card: 'title',
      cell: ({ step, search }) => (
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link to="/reports" search={{ group: 'client', ...search }} {...props} />
          )}
        >
          {step.name}
        </Anchor>
      ),
    },
    ...playColumns<Row>(),
    playersColumn,
  ];
}
