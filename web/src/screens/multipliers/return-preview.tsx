import IconAlertTriangle from 'tabler:alert-triangle';
import { Stack, Text } from '@mantine/core';
import type { Table } from '@pitboss/engine/band';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { ReturnChart } from './return-chart.tsx';
import classes from './return-preview.module.css';
import type { Weighed } from './table-facts.ts';

interface Props {
  weighed: Weighed;
  rules: ReturnRules;
  /** The table in play, where it is another one: its curve is drawn below the draft's. */
  inPlay?: Table | undefined;
}

/** What a table returns to players, with each problem of it in words. */
export function ReturnPreview({ weighed: { table, problems }, rules, inPlay }: Props) {
  return (
    <Stack gap="xs">
      <ReturnChart table={table} inPlay={inPlay} limitMillionths={rules.limitMillionths} />
      <div role="status">
        {problems.map((words) => (
          <Text key={words} size="sm" className={classes.warning ?? ''}>
            <IconAlertTriangle size={18} />
            {words}
          </Text>
        ))}
      </div>
    </Stack>
  );
}
