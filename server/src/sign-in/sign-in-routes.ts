import { auth } from '@pitboss/contract/auth';
import { player } from '@pitboss/contract/player';
import { sessions } from '@pitboss/contract/sessions';
import { prepareStepUp, stepUp } from '../auth/step-up.ts';
import { publicCall, readNow, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { signIn } from './sign-in.ts';

/** Operators and clients come in by doors of their own, and look after their own sessions. */
const doors = {
  auth: {
    login: auth.login,
    logout: auth.logout,
    list: sessions.list,
    end: sessions.end,
    endOthers: sessions.endOthers,
  },
  player: {
    login: player.login,
    logout: player.logout,
    list: sessions.listOwn,
    end: sessions.endOwn,
    endOthers: sessions.endOwnOthers,
  },
};

export function signInRoutes(app: App): void {
  const { limits, factorKey } = app;
  for (const door of ['auth', 'player'] as const) {
    const { login, logout, list, end, endOthers } = doors[door];

    publicCall(app, login, async ({ db, origin, browser, body }) => ({
      message: 'Login successful',
      ...(await signIn(db, { origin, browser, door, limits, factorKey }, body)),
    }));

    write(app, logout, {
      isAlone: true,
      run: async ({ tx, actor }) => ({
        message: 'Logged out successfully',
        change: await endOwnSession(tx, actor, actor.sessionId, 'logout'),
      }),
    });

    readNow(app, list, ({ db, actor }) => listSessions(db, actor, limits.idleMinutesMax));

    write(app, end, {
      isAlone: true,
      run: async ({ tx, actor, params }) => ({
        message: 'Session ended.',
        change: await endOwnSession(tx, actor, params.id, 'ended by its owner'),
      }),
    });

    write(app, endOthers, {
      isAlone: true,
      run: async ({ tx, actor }) => {
        const { ended, change } = await endOtherSessions(tx, actor);
        return { message: 'All other sessions ended.', data: { ended }, change };
      },
    });
  }

  write(app, auth.stepUp, {
    isAlone: true,
    prepare: ({ db, visitor, body }) => prepareStepUp(db, factorKey, visitor, body),
    run: async ({ tx, actor }, proof) => ({
      message: 'Thank you. You can go on.',
      change: await stepUp(tx, actor, proof),
    }),
  });
}
