import { ChartFrame } from '#src/charts/chart-frame.tsx';
import { formatSignedMoney } from '#src/lib/format.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { type PlayRow, usePlayByTime } from './play-by-time.ts';
import { ReportBox } from './report-box.tsx';
import { groupNames, groupOf, type TimeGroup } from './report-groups.ts';

interface Props {
  group: TimeGroup;
  rows: PlayRow[] | undefined;
  unit: string;
  isStale: boolean;
}

/** Profit and loss of each step of the dates as bars; a bar leads to the clients that played. */
export function PlayChart({ group, rows, unit, isStale }: Props) {
  return (
    <ReportBox>
      <ChartFrame
        title={`Profit/Loss by ${groupNames[group].toLowerCase()} (${unit})`}
        kind="bars"
        data={rows && { unit, points: rows.map(pointOf) }}
        isStale={isStale}
      />
    </ReportBox>
  );
}

/** The same above a report that is not by time, in steps that suit the length of its dates. */
export function DatesChart() {
  const [state] = useUrlState();
  const group = groupOf(rangeIn(state));
  const { read, ...play } = usePlayByTime(group, { isExtra: true, overlay: false });
  if (read.error || play.isTooMuch) return null;
  return (
    <PlayChart group={group} rows={play.rows} unit={play.unit} isStale={read.isPlaceholderData} />
  );
}

function pointOf({ step, pl, search }: PlayRow) {
  return {
    key: step.name,
    tick: step.tick,
    name: step.name,
    value: Number(pl) / 100,
    text: formatSignedMoney(pl),
    way: { to: '/reports' as const, search: { group: 'client' as const, ...search } },
  };
}
