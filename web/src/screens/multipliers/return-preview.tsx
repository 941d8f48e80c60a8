import { Stack, Text } from '@mantine/core';
import type { Band } from '@pitboss/contract/multipliers';
import { wholeMillionths } from '@pitboss/engine/band';
import { edgeReturns } from '@pitboss/engine/rtp';
import { tableProblem } from '@pitboss/engine/table-problem';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useMemo } from 'react';
import { engineTable } from '#src/lib/engine-table.ts';
import { formatMultiplier, formatPercent } from '#src/lib/format.ts';
import { ReturnChart } from './return-chart.tsx';
import classes from './return-preview.module.css';

interface Props {
  bands: Omit<Band, '_id'>[];
  /** Undefined until it is known. */
  limitMillionths: number | undefined;
}

/** What a table returns to players, with a warning in words for each point above the limit. */
export function ReturnPreview({ bands, limitMillionths = Number.POSITIVE_INFINITY }: Props) {
  const { table, problem, losing } = useMemo(
    () => weighed(bands, limitMillionths),
    [bands, limitMillionths],
  );
  const warnings = problem ? [problem] : losing.map(warningOf);
  return (
    <Stack gap="xs">
      <ReturnChart table={table} limitMillionths={limitMillionths} losing={losing} />
      <div role="status">
        {warnings.map((words) => (
          <Text key={words} size="sm" className={classes.warning ?? ''}>
            <IconAlertTriangle size={18} aria-hidden />
            {words}
          </Text>
        ))}
      </div>
    </Stack>
  );
}

function weighed(bands: Props['bands'], limitMillionths: number) {
  const table = engineTable(bands);
  // Without a limit only what makes it no table at all is a problem; then its edges say nothing.
  const problem = tableProblem(table, Number.POSITIVE_INFINITY)?.message;
  const losing = problem
    ? []
    : edgeReturns(table).filter((edge) => edge.returnMillionths > limitMillionths);
  return { table, problem, losing };
}

function warningOf(edge: ReturnType<typeof edgeReturns>[number]): string {
  const target = formatMultiplier(edge.edgeHundredths);
  const share = formatPercent(edge.returnMillionths / wholeMillionths, 2);
  return `At ${target} players would get back ${share}`;
}
