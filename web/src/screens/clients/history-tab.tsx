import { lazy, Suspense } from 'react';

const HistoryTable = lazy(async () => {
  const { HistoryTable } = await import('#src/history/history-table.tsx');
  return { default: HistoryTable };
});

export function HistoryTab({ userId, name }: { userId: bigint; name: string }) {
  return (
    <Suspense>
      <HistoryTable kind="user" id={userId} name={name} />
    </Suspense>
  );
}
