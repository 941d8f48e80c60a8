import { auth } from '@pitboss/contract/auth';
import { type App, open, write } from '../http/bind.ts';
import { endSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

export function authRoutes(app: App): void {
  open(app, auth.login, async ({ db, origin, body }) => ({
    message: 'Login successful',
    data: await signIn(db, origin, body, { ...app.limits, door: 'auth' }),
  }));

  write(app, auth.logout, async ({ tx, actor }) => {
    await endSession(tx, actor.sessionId);
    return {
      message: 'Logged out successfully',
      change: { kind: 'session', id: actor.sessionId },
    };
  });
}
