import type { Currency } from '@pitboss/contract/money';
import { users } from '@pitboss/contract/users';
import type { TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import type { TestApp } from './test-app.ts';

/** What a client has, as an operator above it is told. */
export async function balanceOf(
  app: TestApp,
  viewer: TestPerson,
  { id }: { id: bigint },
): Promise<bigint> {
  const reply = await app.call(users.profile, { token: viewer.token, body: { userId: id } });
  return reply.data.balance;
}

/** What an operator has itself. */
export async function ownBalance(
  app: TestApp,
  { token }: TestPerson,
  currency: Currency = 'USD',
): Promise<bigint> {
  const { data } = await app.call(users.balance, { token });
  return [data, ...data.wallets].find((wallet) => wallet.currency === currency)?.balance ?? 0n;
}

/** As much in the wallet as it can hold, beside the rules, so that no payout fits; and back. */
export async function fillWallet(app: TestApp, { id }: TestPerson): Promise<() => Promise<void>> {
  const add = (minor: bigint) =>
    inTransaction(app.db, async (tx) => {
      await sql`alter table accounts disable trigger user`.execute(tx);
      const { rows } = await sql<{ balance: bigint }>`
        update ${sql.table('accounts')} set balance_minor = balance_minor + ${minor}
        where user_id = ${id} and kind = 'wallet' returning balance_minor as balance`.execute(tx);
      await sql`alter table accounts enable trigger user`.execute(tx);
      return rows[0]?.balance ?? 0n;
    });
  const room = 90_000_000_000_000n - (await add(0n));
  await add(room);
  return async () => void (await add(-room));
}
