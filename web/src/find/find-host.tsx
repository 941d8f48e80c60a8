import type { UserDetails } from '@pitboss/contract/auth';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type UserDialog, UserDialogs } from '#src/clients/user-dialogs.tsx';
import { rememberFind } from '#src/lib/recent-finds.ts';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { FindDialog } from './find-dialog.tsx';
import type { Item } from './find-groups.ts';

interface Props {
  operator: UserDetails;
  /** What is typed, the first of it perhaps before this was loaded. */
  text: string;
  onText: (text: string) => void;
  opened: boolean;
  onClose: () => void;
}

const dialogs = {
  deposit: 'funds',
  withdraw: 'funds',
  lock: 'lock',
  unlock: 'lock',
  password: 'password',
  history: 'history',
} as const;

/** Find, and the dialogs that it opens above whatever page it was called from. */
export function FindHost({ onClose, ...props }: Props) {
  const navigate = useNavigate();
  const { subject: dialog, opened: isActing, show, close } = useRowDialog<UserDialog>();
  const choose = useCallback(
    ({ label, about, place, act }: Item) => {
      onClose();
      if (place) {
        rememberFind({ label, about, place });
        navigate(place);
        return;
      }
      if (!act) return;
      const { verb, client: user } = act;
      show({ kind: dialogs[verb], user });
    },
    [navigate, onClose, show],
  );
  return (
    <>
      <FindDialog {...props} onClose={onClose} onChoose={choose} />
      {dialog && <UserDialogs dialog={dialog} opened={isActing} onClose={close} />}
    </>
  );
}
