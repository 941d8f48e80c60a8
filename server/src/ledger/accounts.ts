import type { Currency } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** Gives a person a wallet and its two holding accounts; those that exist stay as they are. */
export async function openAccounts(tx: Tx, userId: bigint, currency: Currency): Promise<void> {
  await sql`select open_accounts(${userId}::bigint, ${currency})`.execute(tx);
}

/** Whether an account holds money or has ever played: then its currency and kind are fixed. */
export async function hasHistory(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where((is) =>
      is.or([
        is('balance_minor', '<>', 0n),
        is.and([is('kind', '=', 'stakes'), is('entry_count', '>', 0n)]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
