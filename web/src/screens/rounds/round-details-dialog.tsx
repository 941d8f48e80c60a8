import { Skeleton, Stack, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import { type RoundDetails, rounds } from '@pitboss/contract/rounds';
import { wholeMillionths } from '@pitboss/engine/band';
import { useState } from 'react';
import { capitalise, formatMultiplier, formatPercent, formatTimestamp } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { CopiedText } from '#src/ui/copied-text.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { RoundCheck } from './round-check.tsx';
import { RoundFigures } from './round-figures.tsx';
import { RoundLeft } from './round-left.tsx';

interface Props {
  roundId: bigint;
  opened: boolean;
  onClose: () => void;
}

/** How often a round that still runs is read again. */
const followMs = 2_000;

/** All that is known of a round, and the way to check that it was drawn fairly. */
export function RoundDetailsDialog({ roundId, opened, onClose }: Props) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Round ${roundId}`} size="lg">
      <Details key={String(roundId)} roundId={roundId} />
    </FormDialog>
  );
}

function Details({ roundId }: { roundId: bigint }) {
  const [isOver, setOver] = useState(false);
  const { data, error, refetch } = useRead(
    rounds.get,
    { params: { id: roundId } },
    { failed: null, pollMs: !isOver && followMs },
  );
  const isEnded = data && data.seed !== null && !data.open?.length;
  if (isEnded && !isOver) setOver(true);
  if (!data) {
    if (error) return <LoadFailure error={error} onRetry={() => refetch()} />;
    return <Skeleton height={360} />;
  }
  return (
    <Stack gap="md">
      {data.left && (
        <RoundLeft roundId={roundId} left={data.left} isCrashed={data.state === 'crashed'} />
      )}
      {/* Made anew at the end, it reads once more what the last bets brought. */}
      <RoundFigures key={String(isOver)} roundId={roundId} open={data.open} isOver={isOver} />
      <FactList facts={factsOf(data)} />
      {data.bands && <Bands bands={data.bands} builtIn={data.builtIn ?? null} />}
      {data.hash !== undefined && <RoundCheck round={data} />}
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
