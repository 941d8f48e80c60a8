import { inTransaction } from '../db/transaction.ts';
import { takeAway } from '../second-factor/reset-second-factor.ts';
import { findUndeleted, holdPerson, undeleted } from './find-person.ts';
import { defineVerb } from './verb.ts';

/** For a SUPER who is locked out: whoever has the database's own rights may let it in again. */
export const resetSecondFactor = defineVerb({
  name: 'reset-second-factor',
  summary: 'Lets in who has lost the second factor, by the password alone',
  details: [
    'Takes the second factor and the recovery codes away and ends all sessions of the account.',
    'The password stays what it is. The reason stands in the record.',
  ],
  args: ['name', 'reason'],
  examples: [
    [
      'reset-second-factor super "Lost the phone, known by voice"',
      'SUPER signs in with its password and sets up a new phone at its profile.',
    ],
  ],
  destroys: 'the second factor and the recovery codes of the account',
  look: async (context, { name }) => {
    const { db } = await context.database();
    const { username } = await findUndeleted(db, name);
    return [`Two-factor sign-in of ${username} is about to be reset.`];
  },
  run: async (context, { name, reason }) => {
    const { db } = await context.database();
    const message = await inTransaction(db, async (tx) => {
      const { id, username } = undeleted(await holdPerson(tx, name));
      const change = await takeAway(tx, id, reason.slice(0, 200));
      if (!change) throw new Error(`${username} has no two-factor sign-in.`);
      const done = `Two-factor sign-in of ${username} reset; its sessions have ended.`;
      await context.record(tx, { message: done, change });
      return done;
    });
    return { lines: [message] };
  },
});
