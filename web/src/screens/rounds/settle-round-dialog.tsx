import { rounds } from '@pitboss/contract/rounds';
import { ApiError } from '#src/lib/api-error.ts';
import { useHeldOrders } from '#src/lib/orders.ts';
import { useOperator } from '#src/lib/session.ts';
import { toast } from '#src/lib/toast.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { HeldOrders } from '#src/ui/held-orders.tsx';
import { roundAbout, roundEffects, roundIntent } from './round-effects.ts';

interface Props {
  roundId: bigint | undefined;
  opened: boolean;
  onClose: () => void;
}

export function SettleRoundDialog({ roundId, opened, onClose }: Props) {
  const isSuper = useOperator()?.role === 'SUPER';
  const settle = useWrite(rounds.settle, {
    refreshes: roundEffects,
    order: ({ body }) => roundIntent('Round Settlement', body.roundId),
    done: 'Round settlement completed successfully',
    fixedWords: 'done',
    failed: failureWords,
    onDone: ({ message, data }) => {
      const { settled = 1, refunded = 0, held = 0 } = data ?? {};
      if (held > 0) toast.error(message);
      else if (settled + refunded === 0) toast.info(message || 'Nothing was left to settle.');
      onClose();
    },
    onFailed: onClose,
  });
  const about = roundId === undefined ? [] : roundAbout(roundId);
  const isHeld = useHeldOrders(about).length > 0;
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
      isBusy={settle.isPending || isHeld}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <HeldOrders about={about} />
    </ConfirmDialog>
  );
}

/** The words for an answer that is no success are others than those for a call that failed. */
function failureWords(error: Error): string {
  const isAnswer = error instanceof ApiError && error.status === 200;
  return isAnswer ? 'Failed to settle the round' : 'An error occurred while settling the round';
}
