import { Button, Paper, Stack, Text, TextInput } from '@mantine/core';
import { type RoundDetails, rounds } from '@pitboss/contract/rounds';
import { type FormEvent, useState } from 'react';
import { useHeldOrders } from '#src/lib/orders.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { HeldOrders } from '#src/ui/held-orders.tsx';
import { roundAbout, roundEffects, roundIntent } from './round-effects.ts';

interface Props {
  roundId: bigint;
  left: NonNullable<RoundDetails['left']>;
  /** Only a round that has crashed leaves bets that may be given back. */
  isCrashed: boolean;
}

/** What could not be settled in a round, why, and the way to give it back for once and for all. */
export function RoundLeft({ roundId, left: { bets, reasons }, isCrashed }: Props) {
  const [reason, setReason] = useState('');
  const giveBack = useWrite(rounds.voidLeft, {
    refreshes: roundEffects,
    order: () => roundIntent('Give back', roundId),
    failed: 'The bets could not be given back.',
  });
  const isHeld = useHeldOrders(roundAbout(roundId)).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) giveBack.mutate({ body: { roundId, reason: reason.trim() } });
  };
  return (
    <Paper withBorder p="md" component="section" aria-label="Not settled">
      <Stack gap="xs">
        <Text fw={600}>{countOf(bets)} not settled</Text>
        {reasons.map((one) => (
          <Text key={one.reason} size="sm">
            {countOf(one.bets)}: {one.reason}
          </Text>
        ))}
        <Text size="sm">Round Settlement tries again.</Text>
        {isCrashed && (
          <form onSubmit={submit}>
            <Stack gap="xs">
              <TextInput
                label="Reason"
                description="Stands in the record of the round."
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
              <HeldOrders about={roundAbout(roundId)} />
              <Button
                type="submit"
                loading={giveBack.isPending}
                disabled={!reason.trim() || isHeld}
              >
                {`Give back ${countOf(bets)}`}
              </Button>
            </Stack>
          </form>
        )}
      </Stack>
    </Paper>
  );
}

function countOf(bets: number): string {
  return bets === 1 ? '1 bet' : `${bets} bets`;
}
