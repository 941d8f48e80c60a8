import { type Session, sessions } from '@pitboss/contract/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '#src/lib/refresh.ts';
import { deviceOf } from '#src/lib/session-device.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

/** Which sessions are to end: this one, or without one all but the present. */
export interface EndSessions {
  session: Session | undefined;
}

interface Props extends EndSessions {
  opened: boolean;
  onClose: () => void;
}

export function EndSessionDialog({ session, opened, onClose }: Props) {
  const client = useQueryClient();
  const words = {
    refreshes: [sessions.list],
    onDone: onClose,
    // It may have ended by itself meanwhile, which the list then shows.
    onFailed: () => {
      refresh(client, sessions.list.name);
      onClose();
    },
  };
  const end = useWrite(sessions.end, {
    ...words,
    done: 'Session ended.',
    failed: 'Failed to end the session. Please try again.',
  });
  const endOthers = useWrite(sessions.endOthers, {
    ...words,
    done: 'All other sessions ended.',
    failed: 'Failed to end the sessions. Please try again.',
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={session ? 'End session' : 'End all other sessions'}
      question={session ? questionOf(session) : 'Are you sure you want to end all other sessions?'}
      isBusy={end.isPending || endOthers.isPending}
      onConfirm={() =>
        session ? end.mutate({ params: { id: session._id } }) : endOthers.mutate({})
      }
      onCancel={onClose}
    />
  );
}

function questionOf({ agent, address }: Session): string {
  return `Are you sure you want to end the session of ${deviceOf(agent)} at ${address}?`;
}
