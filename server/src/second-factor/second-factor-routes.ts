import { secondFactor } from '@pitboss/contract/second-factor';
import { assertStillProven, codeRefusal, proveOwnCode, provePassword } from '../auth/own-proof.ts';
import { useCode } from '../auth/second-factor.ts';
import { newSecret } from '../auth/totp.ts';
import { readNow, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewCodes,
  switchOff,
} from './second-factor.ts';

/** Each of them changes how the caller comes in, so it runs alone among the caller's own. */
export function secondFactorRoutes(app: App): void {
  const { factorKey } = app;
  readNow(app, secondFactor.get, ({ db, actor }) => getSecondFactor(db, actor));

  write(app, secondFactor.begin, {
    isAlone: true,
    run: async ({ tx, actor }) => {
      const { data, change } = await beginSecondFactor(tx, factorKey, actor, newSecret());
      return { message: 'Scan the code with your app, then enter what it shows.', data, change };
    },
  });

  write(app, secondFactor.confirm, {
    isAlone: true,
    run: async ({ tx, actor, body }) => {
      const { data, change } = await confirmSecondFactor(tx, factorKey, actor, body.code);
      return { message: 'Two-factor sign-in is on.', data, change };
    },
  });

  write(app, secondFactor.renewCodes, {
    isAlone: true,
    run: async ({ tx, actor }) => {
      const { data, change } = await renewCodes(tx, actor);
      return { message: 'New recovery codes made. They are shown only now.', data, change };
    },
  });

  write(app, secondFactor.off, {
    isAlone: true,
    prepare: async ({ db, visitor: { id }, body: { password, code } }) => ({
      passwordHash: await provePassword(db, id, { field: 'password', password }),
      code: await proveOwnCode(db, factorKey, id, code),
    }),
    run: async ({ tx, actor }, { passwordHash, code }) => {
      await assertStillProven(tx, actor, passwordHash);
      if (!(await useCode(tx, code))) throw codeRefusal();
      return { message: 'Two-factor sign-in is off.', change: await switchOff(tx, actor) };
    },
  });

  write(app, secondFactor.reset, async ({ tx, actor, body }) => ({
    message: 'Two-factor sign-in reset.',
    change: await resetSecondFactor(tx, actor, body.userId, body.reason),
  }));
}
