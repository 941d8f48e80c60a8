import type { Currency } from '@pitboss/contract/money';
import { users } from '@pitboss/contract/users';
import type { TestPerson } from '@pitboss/testkit/people';
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
