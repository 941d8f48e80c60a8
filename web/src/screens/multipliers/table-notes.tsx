import type { Band } from '@pitboss/contract/multipliers';
import { wholeMillionths } from '@pitboss/engine/band';
import { formatPercent } from '#src/lib/format.ts';
import { List } from '#src/ui/styled/list.ts';
import type { TableFacts } from './table-facts.ts';

interface Props {
  bands: Band[];
  facts: NonNullable<TableFacts>;
}

/** What the columns do not say of the draft. */
export function TableNotes({ bands, facts }: Props) {
  const missing = bands.reduce((rest, { probability }) => rest - probability, wholeMillionths);
  const share = bands.length > 0 ? ` Now that is ${formatPercent(missing / wholeMillionths)}.` : '';
  const builtIn = formatPercent(facts.builtIn / wholeMillionths);
  return (
    <List size="sm" mt="sm">
      <List.Item>What is missing to 100 % crashes at 1.00×.{share}</List.Item>
      <List.Item>An empty table means the built-in one: {builtIn} at every target.</List.Item>
      <List.Item>A change counts once it is published, from the next round on.</List.Item>
    </List>
  );
}
