import { isIP } from 'node:net';
import { sql } from 'kysely';
import { forgetAll } from '../auth/sign-in-protection.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Change } from '../kernel/change.ts';
import { findUndeleted, holdPerson, undeleted } from './find-person.ts';
import { defineVerb, WrongUse } from './verb.ts';

export const unlock = defineVerb({
  name: 'unlock',
  summary: 'Lifts the lock of an account, and what wrong sign-ins hold it up with',
  details: [
    'Forgets wrong passwords and codes of the account, from everywhere it is known at. An address',
    'that many names were tried from is held up by itself: --address lifts that too.',
    'A suspended account stays suspended: it can sign in. Whoever stands above it stays as it is.',
  ],
  args: ['name'],
  options: {
    address: { value: 'ADDRESS', about: 'also lifts what this address is held up with' },
    reason: { value: 'TEXT', about: 'why, for the record' },
  },
  examples: [
    ['unlock anna', 'Anna can sign in again, at once.'],
    ['unlock anna --address 203.0.113.7', 'The same where a whole office is held up.'],
  ],
  run: async (context, { name, address, reason }) => {
    if (address !== undefined && !isIP(address)) {
      throw new WrongUse(`${address} is no address of a network, such as 203.0.113.7.`);
    }
    const { db } = await context.database();
    const { username } = await findUndeleted(db, name);
    const done = await inTransaction(db, async (tx) => {
      const person = undeleted(await holdPerson(tx, name, 'all'));
      const isLocked = person.status === 'locked';
      if (isLocked) await activate(tx, person.id);
      const forgotten = await forgetAll(tx, person, address);
      const change = changeOf(person, { isLocked, forgotten, reason });
      const lines = [
        isLocked ? `The lock of ${username} is lifted.` : `${username} was not locked.`,
        forgotten > 0 ? 'Its wrong sign-ins are forgotten.' : 'No wrong sign-in held it up.',
      ];
      await context.record(tx, { message: lines.join(' '), change });
      return lines;
    });
    const still = await findLockAbove(db, name);
    return { lines: [...done, ...still], isWrong: still.length > 0 };
  },
});

async function activate(tx: Tx, id: bigint): Promise<void> {
  await sql`update users set status = 'active', updated_at = now() where id = ${id}`.execute(tx);
}

function changeOf(
  { id, status }: { id: bigint; status: string },
  done: { isLocked: boolean; forgotten: number; reason: string | undefined },
): Change {
  const { isLocked, forgotten, reason } = done;
  const after = { wrongSignInsForgotten: forgotten, ...(reason ? { reason } : {}) };
  if (!isLocked) return { kind: 'user', id, after };
  return { kind: 'user', id, before: { status }, after: { status: 'active', ...after } };
}

/** Who stands above counts too: it is theirs to be unlocked, for others stand below them. */
async function findLockAbove(db: Db, name: string): Promise<string[]> {
  const { rows } = await sql<{ username: string; isDeleted: boolean }>`
    select a.username, a.deleted_at is not null as "isDeleted"
    from users u join users a on a.id = any (u.ancestor_ids)
    where lower(u.username) = lower(${name}) and (a.status = 'locked' or a.deleted_at is not null)
    order by cardinality(a.ancestor_ids)`.execute(db);
  return rows.map(
    ({ username, isDeleted }) =>
      `It still cannot sign in: its operator ${username} is ${isDeleted ? 'deleted' : 'locked'}.`,
  );
}
