import { rounds } from '@pitboss/contract/rounds';
import { ApiError } from '#src/lib/api-error.ts';
import { useOperator } from '#src/lib/session.ts';
import { toast } from '#src/lib/toast.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useIdempotencyKey } from '#src/lib/use-idempotency-key.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { roundEffects } from './round-effects.ts';

interface Props {
  roundId: bigint | undefined;
  opened: boolean;
  onClose: () => void;
}

export function SettleRoundDialog({ roundId, opened, onClose }: Props) {
  const isSuper = useOperator()?.role === 'SUPER';
  const settle = useWrite(rounds.settle, {
    refreshes: roundEffects,
    idempotencyKey: useIdempotencyKey(),
    done: 'Round settlement completed successfully',
    fixedWords: 'done',
    failed: failureWords,
    onDone: ({ message, data: { settled, refunded, held = 0 } }) => {
      if (held > 0) toast.error(message);
      else if (settled + refunded === 0) toast.info(message || 'Nothing was left to settle.');
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
