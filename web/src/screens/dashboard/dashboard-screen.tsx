import { SimpleGrid } from '@mantine/core';
import type { Stats } from '@pitboss/contract/reports';
import { reports } from '@pitboss/contract/reports';
import type { Way } from '#src/charts/point.ts';
import { floorMinor, formatCount } from '#src/lib/format.ts';
import { useOperator } from '#src/lib/session.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { useToday } from '#src/lib/use-today.ts';
import { BigMoney } from '#src/ui/big-money.tsx';
import { CurrencySwitch } from '#src/ui/currency-switch.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { MaintenanceSwitch } from './maintenance-switch.tsx';
import { Sight } from './sight.tsx';
import { StatCard } from './stat-card.tsx';
import { rowsOfDays } from './time-data.ts';
import { WayBack } from './way-back.tsx';

/** The figures follow the play that goes on. */
const liveMs = 10_000;

export function DashboardScreen() {
  const isSuper = useOperator()?.role === 'SUPER';
  const currency = useChosenCurrency();
  const body = currency ? { currency } : {};
  const stats = useRead(reports.stats, { body }, { pollMs: liveMs });
  return (
    <>
      <PageHeader title="Dashboard">
        <CurrencySwitch />
        {isSuper && <MaintenanceSwitch />}
      </PageHeader>
      <WayBack />
      {stats.error && !stats.data ? (
        <LoadFailure error={stats.error} onRetry={() => stats.refetch()} />
      ) : (
        <Figures stats={stats.data} isStale={stats.isPlaceholderData} />
      )}
      <Sight pollMs={liveMs} />
    </>
  );
}

const everybody: Way = { to: '/users', search: { branch: 'yes', role: 'USER', demo: 'no' } };
const dayMs = 86_400_000;

/** Before it nobody can have played. */
const firstDay = '2000-01-01';

function Figures({ stats, isStale }: { stats: Stats | undefined; isStale: boolean }) {
  const currency = useChosenCurrency();
  // As of the figure: those of the 24 hours up to it.
  const since = new Date(Date.now() - dayMs).toISOString();
  const newest: Way = { ...everybody, search: { ...everybody.search, from: since } };
  const way = rowsOfDays(firstDay, useToday(), currency ? { currency } : {});
  return (
    <SimpleGrid
      cols={{ base: 2, md: 3 }}
      spacing={{ base: 'xs', xs: 'md' }}
      aria-busy={isStale || !stats}
    >
      <StatCard label="New Clients" way={newest}>
        {stats && formatCount(stats.newClients)}
      </StatCard>
      <StatCard label="Total Users" way={everybody}>
        {stats && formatCount(stats.totalClients)}
      </StatCard>
      <StatCard label="Total Bets" way={way}>
        {stats && formatCount(stats.totalBets)}
      </StatCard>
      <StatCard label="Total Stakes" unit={stats?.currency} way={way}>
        {stats && <BigMoney minor={floorMinor(stats.totalStakes)} />}
      </StatCard>
      <StatCard label="Total Cashout Amount" unit={stats?.currency} way={way}>
        {stats && <BigMoney minor={floorMinor(stats.totalCashoutAmount)} />}
      </StatCard>
      <StatCard label="Total Profit/Loss" unit={stats?.currency} way={way}>
        {stats && <BigMoney minor={floorMinor(stats.totalPl)} signed />}
      </StatCard>
    </SimpleGrid>
  );
}
