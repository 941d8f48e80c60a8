import { Skeleton, Stack } from '@mantine/core';
import { rounds } from '@pitboss/contract/rounds';
import { useState } from 'react';
import { useRead } from '#src/lib/use-api.ts';
import { RoundProof } from '#src/proof/round-proof.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
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
      <RoundProof round={data} />
    </Stack>
  );
}
