import { Stack, Text } from '@mantine/core';
import type { RoundDetails } from '@pitboss/contract/rounds';
import { wholeMillionths } from '@pitboss/engine/band';
import { capitalise, formatMultiplier, formatPercent, formatTimestamp } from '#src/lib/format.ts';
import { CopiedText } from '#src/ui/copied-text.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Table } from '#src/ui/styled/table.ts';
import { RoundCheck } from './round-check.tsx';

/** How a round was drawn, and the way to check that it was drawn fairly. */
export function RoundProof({ round }: { round: RoundDetails }) {
  return (
    <Stack gap="md">
      <FactList facts={factsOf(round)} />
      {round.bands && <Bands bands={round.bands} builtIn={round.builtIn ?? null} />}
      {round.hash !== undefined && <RoundCheck round={round} />}
    </Stack>
  );
}

function factsOf(round: RoundDetails) {
  const { state, multiplier } = round;
  return [
    ...(state ? [{ title: 'State', value: capitalise(state) }] : []),
    { title: 'Multiplier', value: multiplier ? formatMultiplier(multiplier) : '-' },
    { title: 'Created At', value: formatTimestamp(round.createdAt) },
    { title: 'Updated At', value: formatTimestamp(round.updatedAt) },
    ...proofFacts(round),
  ];
}

/** How it was drawn, where the platform says so. */
function proofFacts({ source, hash, seed, tableVersion, tableHash }: RoundDetails) {
  if (hash === undefined || tableHash === undefined) return [];
  return [
    { title: 'Drawn by', value: source === 'engine' ? 'The platform' : 'A game server' },
    { title: 'Hash', value: <CopiedText isCode title="Hash" shown={hash} /> },
    {
      title: 'Seed',
      value: seed ? (
        <CopiedText isCode title="Seed" shown={seed} />
      ) : (
        'Published when the round has ended'
      ),
    },
    { title: 'Table version', value: String(tableVersion) },
    { title: 'Table hash', value: <CopiedText isCode title="Table hash" shown={tableHash} /> },
  ];
}

interface Odds {
  bands: NonNullable<RoundDetails['bands']>;
  builtIn: number | null;
}

/** The table that the round is drawn from. */
function Bands({ bands, builtIn }: Odds) {
  if (builtIn !== null) {
    const share = formatPercent(builtIn / wholeMillionths);
    return <Text>Drawn from the built-in table: {share} at every target.</Text>;
  }
  return (
    <Table aria-label="Bands" horizontalSpacing={6} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Min</Table.Th>
          <Table.Th scope="col">Max</Table.Th>
          <Table.Th scope="col">Probability</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bands.map(({ min, max, probability }) => (
          <Table.Tr key={min}>
            <Table.Td>{formatMultiplier(min)}</Table.Td>
            <Table.Td>{formatMultiplier(max)}</Table.Td>
            <Table.Td>{formatPercent(probability / wholeMillionths)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
