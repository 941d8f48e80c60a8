import { User } from '@pitboss/contract/users';
import { useLocation } from '@tanstack/react-router';
import * as z from 'zod/mini';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The row that Edit User was pressed on, as it came over the wire. */
    user?: unknown;
  }
}

/** The navigation state that takes a row of the clients list along to its form. */
export function passUser(user: User) {
  return { user: z.encode(User, user) };
}

/**
 * The row that was taken along. The browser keeps it over reloads and releases, so it may be old:
 * good enough to look at until the server has answered, never to work on.
 */
export function usePassedUser(): User | undefined {
  const { user } = useLocation().state;
  const result = z.safeDecode(User, user as z.input<typeof User>);
  return result.success ? result.data : undefined;
}
