import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';

/** What stands above the table of a report. */
export function ReportBox({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder p="md" mb="md">
      {children}
    </Paper>
  );
}
