import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { clients } from '@pitboss/contract/clients';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useRead } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { BalanceAt } from './balance-at.tsx';
import { BalanceTable } from './balance-table.tsx';
import classes from './client-screen.module.css';

const BalanceChart = lazy(async () => {
  const { BalanceChart } = await import('./balance-chart.tsx');
  return { default: BalanceChart };
});

const dayMs = 86_400_000;
const periods = [
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
  { label: 'All', days: undefined },
];

/** What the account had over time, by the ledger's own entries, and at any moment. */
export function BalanceSection({ userId }: { userId: bigint }) {
  const [days, setDays] = useState<number | undefined>(30);
  const [isTable, setTable] = useState(false);
  // Until now, whenever that is: the server says it.
  const from = useMemo(() => (days ? new Date(Date.now() - days * dayMs) : undefined), [days]);
  const input = { params: { id: userId }, body: { from } };
  const { data, error, refetch, isPlaceholderData } = useRead(clients.balanceHistory, input, {
    isInline: true,
    overlay: false,
  });
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label="Balance over time">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h5">
          Balance over time{data && `, ${data.currency}`}
        </Title>
        <Group gap="xs">
          <fieldset className={classes.periods} aria-label="Period">
            {periods.map((period) => (
              <Button
                key={period.label}
                size="compact-sm"
                variant={period.days === days ? 'light' : 'subtle'}
                color={period.days === days ? 'pine' : 'gray'}
                aria-pressed={period.days === days}
                onClick={() => setDays(period.days)}
              >
                {period.label}
              </Button>
            ))}
          </fieldset>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </Group>
      </Group>
      {error && !data && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={180} />}
      {data && (
        <div data-stale={isPlaceholderData || undefined} className={classes.balances}>
          {isTable ? (
            <BalanceTable data={data} />
          ) : (
            <Suspense fallback={<Skeleton height={180} />}>
              <BalanceChart data={data} />
            </Suspense>
          )}
        </div>
      )}
      {data?.points.every(({ balance }) => balance === 0n) && (
        <Text size="sm" c="dimmed">
          There was never anything in it.
        </Text>
      )}
      <BalanceAt userId={userId} />
    </Paper>
  );
}
