import { type OperatorPl, playReports } from '@pitboss/contract/play-reports';
import { Link } from '@tanstack/react-router';
import { type Rank, RankBars } from '#src/charts/rank-bars.tsx';
import type { Period, UrlState } from '#src/lib/address.ts';
import { useRead } from '#src/lib/use-api.ts';
import { Panel, PanelToCome } from './panel.tsx';
import { type Looked, periodNames } from './period.ts';
import classes from './sight.module.css';

interface Props {
  looked: Looked;
  period: Period;
  rest: UrlState;
  pollMs: number;
}

const shownMax = 12;

/** SUPER's: what each branch brought, as bars; each leads into that branch. */
export function ByOperator({ looked, period, rest, pollMs }: Props) {
  const { currency } = rest;
  const body = { ...looked.whole, currency };
  const { data, isPending } = useRead(
    playReports.byOperator,
    { body },
    { pollMs, isExtra: true, overlay: false },
  );
  if (!data) return isPending ? <PanelToCome area="operators" /> : null;
  const { startDay, endDay } = looked.range;
  const within = { startDay, endDay, ...rest };
  const rankOf = ({ operator, pl }: OperatorPl): Rank => {
    const admin = operator && !operator.isDeleted ? String(operator._id) : undefined;
    const search = { ...within, group: 'client' as const, admin };
    return {
      key: String(operator?._id ?? 'own'),
      name: operator?.username ?? 'Own clients',
      minor: pl,
      way: admin ? { to: '/reports', search } : undefined,
    };
  };
  return (
    <Panel area="operators">
      <RankBars
        title={`Profit/Loss by operator, ${periodNames[period].toLowerCase()} (${data.currency})`}
        ranks={data.rows.slice(0, shownMax).map(rankOf)}
      >
        <p className={classes.quiet}>
          <Link to="/reports" search={{ ...within, group: 'operator' }}>
            All operators
          </Link>
        </p>
      </RankBars>
    </Panel>
  );
}
