import { bets } from '@pitboss/contract/bets';
import { reports } from '@pitboss/contract/reports';
import { rounds } from '@pitboss/contract/rounds';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { ApiError } from '#src/lib/api-error.ts';
import { useOperator } from '#src/lib/session.ts';
import { toast } from '#src/lib/toast.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useIdempotencyKey } from '#src/lib/use-idempotency-key.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

interface Props {
  roundId: bigint | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Everything that shows bets, their results or the money that they move. */
const touched = [
  ...Object.values(bets),
  ...Object.values(reports),
  ...[rounds.list, rounds.get, transactions.listStatement],
  ...[users.list, users.balance, users.profile],
];

export function SettleRoundDialog({ roundId, opened, onClose }: Props) {
  const isSuper = useOperator()?.role === 'SUPER';
  const settle = useWrite(rounds.settle, {
    refreshes: touched,
    idempotencyKey: useIdempotencyKey(),
    done: 'Round settlement completed successfully',
    fixedWords: 'done',
    failed: failureWords,
    onDone: ({ message, data: { settled, refunded } }) => {
      if (settled + refunded === 0) toast.info(message || 'Nothing was left to settle.');
      onClose();
    },
    // After a lost answer the dialog stays: a second try asks for the same settlement.
    onFailed: (error) => {
      if (!(error instanceof ApiError && error.isConnection)) onClose();
    },
  });
  const confirm = () => {
    if (!isSuper) return toast.error('You do not have permission to perform this action.');
    if (roundId === undefined) return toast.error('Invalid Round ID');
    settle.mutate({ body: { roundId } });
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Round Settlement"
      question={`Are you sure you want to settle round ${roundId}?`}
      isBusy={settle.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

/** Spec §8 tells an answer that is no success from a call that failed. */
function failureWords(error: Error): string {
  const isAnswer = error instanceof ApiError && error.status === 200;
  return isAnswer ? 'Failed to settle the round' : 'An error occurred while settling the round';
}
