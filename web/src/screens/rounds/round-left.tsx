import { Button, Paper, Stack, Text, TextInput } from '@mantine/core';
import { type RoundDetails, rounds } from '@pitboss/contract/rounds';
import { requiredText } from '#src/lib/field-problem.ts';
import { useHeldOrders } from '#src/lib/orders.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { HeldOrders } from '#src/ui/held-orders.tsx';
import { useForm } from '#src/ui/use-form.ts';
import { roundAbout, roundEffects, roundIntent } from './round-effects.ts';

interface Props {
  roundId: bigint;
  left: NonNullable<RoundDetails['left']>;
  /** Only a round that has crashed leaves bets that may be given back. */
  isCrashed: boolean;
}

/** What could not be settled in a round, why, and the way to give it back for once and for all. */
export function RoundLeft({ roundId, left: { bets, reasons }, isCrashed }: Props) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? requiredText : null) },
  });
  useDraft(`give back ${roundId}`, form);
  const giveBack = useWrite(rounds.voidLeft, {
    refreshes: roundEffects,
    order: () => roundIntent('Give back', roundId),
    failed: 'The bets could not be given back.',
    fields: form.fields,
    isFieldEnough: true,
    onDone: () => form.reset(),
  });
  const isHeld = useHeldOrders(roundAbout(roundId)).length > 0;
  const send = ({ reason }: { reason: string }) =>
    giveBack.mutate({ body: { roundId, reason: reason.trim() } });
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
          <Form form={form} onSubmit={send}>
            <Stack gap="xs">
              <TextInput
                label="Reason"
                description="Stands in the record of the round."
                maxLength={500}
                {...form.getInputProps('reason')}
              />
              <HeldOrders about={roundAbout(roundId)} />
              <Button
                type="submit"
                loading={giveBack.isPending}
                disabled={!form.isValid() || isHeld}
              >
                {`Give back ${countOf(bets)}`}
              </Button>
            </Stack>
          </Form>
        )}
      </Stack>
    </Paper>
  );
}

function countOf(bets: number): string {
  return bets === 1 ? '1 bet' : `${bets} bets`;
}
