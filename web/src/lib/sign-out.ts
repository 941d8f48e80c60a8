import { auth } from '@pitboss/contract/auth';
import { call } from './api.ts';
import { forgetLeftPage } from './left-page.ts';
import { clearSession, whileSigningOut } from './session.ts';
import { toast } from './toast.ts';

/** Whatever the server says, the session is over on this machine. */
export function signOut(): Promise<void> {
  return whileSigningOut(async () => {
    forgetLeftPage();
    try {
      const { message } = await call(auth.logout, {});
      clearSession();
      toast.success(message || 'Logged out', 'Logged out');
    } catch (error) {
      console.error(error);
      clearSession();
      toast.error('Logout failed. Please try again.', 'Error');
    }
  });
}
