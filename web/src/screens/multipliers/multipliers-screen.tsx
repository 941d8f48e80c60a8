import { Paper, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useOperator } from '#src/lib/session.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { MultiplierTable } from './multiplier-table.tsx';

/** Only SUPER loads the table; whoever else comes by the address is told so. */
export function MultipliersScreen() {
  const role = useOperator()?.role;
  useEffect(() => {
    if (role && role !== 'SUPER') {
      console.error('Unauthorized: only SUPER may load and add multipliers.');
    }
  }, [role]);
  if (role === 'SUPER') return <MultiplierTable />;
  return (
    <>
      <PageHeader title="Multiplayer" />
      <Paper withBorder p="md">
        <Text>Only SUPER may see and change this table.</Text>
      </Paper>
    </>
  );
}
