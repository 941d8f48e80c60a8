import { List } from '@mantine/core';
import '@mantine/core/styles/List.layer.css';
import type { ResultOf } from '@pitboss/contract/endpoint';
import type { Band, multipliers } from '@pitboss/contract/multipliers';
import { defaultReturnMillionths, wholeMillionths } from '@pitboss/engine/band';
import { formatPercent, formatTimestamp } from '#src/lib/format.ts';

interface Props {
  bands: Band[];
  table: ResultOf<typeof multipliers.table> | undefined;
}

/** What the columns do not say of the table. */
export function TableNotes({ bands, table }: Props) {
  const missing = bands.reduce((rest, { probability }) => rest - probability, wholeMillionths);
  const share = bands.length > 0 ? ` Now that is ${formatPercent(missing / wholeMillionths)}.` : '';
  const builtIn = formatPercent(defaultReturnMillionths / wholeMillionths);
  return (
    <List size="sm" mt="sm">
      {table && (
        <List.Item>
          Version {String(table.version)}, in use since {formatTimestamp(table.createdAt)}.
        </List.Item>
      )}
      <List.Item>An empty table means the built-in one: {builtIn} at every target.</List.Item>
      <List.Item>What is missing to 100 % crashes at 1.00×.{share}</List.Item>
      <List.Item>A change counts from the next round.</List.Item>
    </List>
  );
}
