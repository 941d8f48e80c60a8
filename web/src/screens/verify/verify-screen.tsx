import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { rounds } from '@pitboss/contract/rounds';
import { useIdParam } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { RoundProof } from '#src/proof/round-proof.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import classes from './verify-screen.module.css';

/** For whoever was handed the address: how a round was drawn, and nobody's name. */
export function VerifyScreen() {
  const roundId = useIdParam('roundId');
  if (roundId === undefined) return null;
  return (
    <main className={classes.page}>
      <Title order={1} size="h3" mb="xs">
        Round {String(roundId)}
      </Title>
      <Text c="dimmed" mb="md">
        The hash of the seed was published before betting opened. Whoever draws the round again from
        the seed and the table comes to the same multiplier: press Verify, and this browser does it.
      </Text>
      <Paper withBorder p="md">
        <Round key={String(roundId)} roundId={roundId} />
      </Paper>
    </main>
  );
}

function Round({ roundId }: { roundId: bigint }) {
  const input = { params: { id: roundId } };
  const { data, error, refetch } = useRead(rounds.verify, input, { isInline: true });
  if (error && !data) return <LoadFailure error={error} onRetry={() => refetch()} />;
  return data ? <RoundProof round={data} /> : <Skeleton height={320} />;
}
