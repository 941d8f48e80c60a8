import { currencies } from '@pitboss/contract/money';
import { sql } from 'kysely';
import { hashPassword, isPassword } from '../auth/password.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { openAccounts } from '../ledger/accounts.ts';

interface FirstSuper {
  username: string;
  name: string;
  password: string;
}

/**
 * Creates the operator at the top, with a wallet in each currency, unless there is one already.
 * Nodes that start at the same time wait for each other, so there is never a second.
 */
export async function addFirstSuper(db: Db, first: FirstSuper): Promise<boolean> {
  if (await findSuper(db)) return false;
  const passwordHash = await hashPassword(first.password);
  return inTransaction(db, async (tx) => {
    await lockUsers(tx);
    if (await findSuper(tx)) return false;
    const { id } = await tx
      .insertInto('users')
      .values({
        username: first.username,
        name: first.name,
        role: 'SUPER',
        parent_id: null,
        ancestor_ids: [],
        currency: 'USD',
        minimum_bets_minor: null,
        maximum_bets_minor: null,
        password_hash: passwordHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const currency of currencies) await openAccounts(tx, id, currency);
    return true;
  });
}

/** The username of the one at the top. */
export async function findSuper(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('username')
    .where('role', '=', 'SUPER')
    .executeTakeFirst();
  return row?.username;
}

export async function hasSuperPassword(db: Db, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('password_hash as hash')
    .where('role', '=', 'SUPER')
    .executeTakeFirst();
  return row !== undefined && isPassword(password, row.hash);
}

async function lockUsers(tx: Tx): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(tx);
}
