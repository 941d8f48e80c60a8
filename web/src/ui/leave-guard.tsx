import { useBlocker } from '@tanstack/react-router';
import { createContext, type RefObject, useState } from 'react';
import { getSession } from '#src/lib/session.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

export type IsChanged = () => boolean;

/** Where a form in a dialog says whether it holds something that would be lost. */
export const GuardContext = createContext<RefObject<IsChanged> | undefined>(undefined);

/**
 * Asks before something entered is left: by a link, by Back, by closing the tab, or by `leave`.
 * Whoever is signed out is not kept.
 */
export function useLeaveGuard(isChanged: IsChanged) {
  const [wanted, setWanted] = useState<() => void>();
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: isChanged,
    shouldBlockFn: ({ current, next }) =>
      getSession() !== null && current.pathname !== next.pathname && isChanged(),
  });
  const isAsking = wanted !== undefined || blocker.status === 'blocked';
  const stay = () => {
    setWanted(undefined);
    blocker.reset?.();
  };
  const go = () => {
    setWanted(undefined);
    wanted?.();
    blocker.proceed?.();
  };
  const question = (
    <ConfirmDialog
      opened={isAsking}
      title="Leave without saving?"
      question="What you have entered here will be lost."
      cancel="Stay"
      confirm="Leave"
      isDanger
      onConfirm={go}
      onCancel={stay}
    />
  );
  const leave = (how: () => void) => {
    if (!isChanged()) return how();
    // In a turn of its own: the Escape that asks would else also be the one that answers.
    setTimeout(() => setWanted(() => how));
  };
  return { leave, isAsking, question };
}
