import { randomInt } from 'node:crypto';
import { hashPassword } from '../auth/password.ts';
import { forgetAll } from '../auth/sign-in-protection.ts';
import { inTransaction } from '../db/transaction.ts';
import { replacePassword } from '../users/change-password.ts';
import { findUndeleted, holdPerson, undeleted } from './find-person.ts';
import { defineVerb } from './verb.ts';

/** Without those that are taken for each other when they are read out. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz';

export const resetPassword = defineVerb({
  name: 'reset-password',
  summary: 'Gives an account a password that is made up and printed once, and ends its sessions',
  details: [
    'The account signs in with it and chooses its own at its profile; until then whoever has seen',
    'the terminal can sign in too. Wrong tries that slow the account down are forgotten.',
    'The second factor stays what it is, and a lock stays.',
  ],
  args: ['name'],
  examples: [
    ['reset-password super', 'Asks, then prints a new password for SUPER.'],
    ['reset-password anna --yes', 'The same for another account, without a question.'],
  ],
  destroys: 'the password that the account has now, and its sessions',
  look: async (context, { name }) => {
    const { username } = await findUndeleted((await context.database()).db, name);
    return [`The password of ${username} is about to be replaced.`];
  },
  run: async (context, { name }) => {
    const { db } = await context.database();
    const password = makePassword();
    const hash = await hashPassword(password);
    const username = await inTransaction(db, async (tx) => {
      const person = undeleted(await holdPerson(tx, name));
      const change = await replacePassword(tx, person.id, hash);
      await forgetAll(tx, person);
      const message = `Password of ${person.username} reset; its sessions have ended.`;
      await context.record(tx, { message, change });
      return person.username;
    });
    return {
      lines: [
        `The password of ${username} is now: ${password}`,
        'It is not shown again. Its sessions have ended; let it choose another one at its profile.',
      ],
    };
  },
});

/** Twenty letters, 99 bits, in groups that can be read out. */
function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
