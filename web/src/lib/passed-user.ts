import type { User } from '@pitboss/contract/users';
import { useLocation } from '@tanstack/react-router';
import { randomKey } from './orders.ts';
import { subscribeSession } from './session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stands for the row that Edit User was pressed on. */
    user?: string;
  }
}

/**
 * The rows themselves stay in memory and go with the session: what a browser keeps in its history
 * outlives both, and whoever signs in next can go back to it.
 */
const passed = new Map<string, User>();
subscribeSession(() => passed.clear());

/** The navigation state that takes a row of the clients list along to its form. */
export function passUser(user: User) {
  const name = randomKey();
  passed.set(name, user);
  return { user: name };
}

/** The row that was taken along: good enough to look at until the server has answered. */
export function usePassedUser(): User | undefined {
  const { user } = useLocation().state;
  return user === undefined ? undefined : passed.get(user);
}
