import { banks } from '@pitboss/contract/banks';
import { cashRequests } from '@pitboss/contract/cash-requests';
import { player } from '@pitboss/contract/player';
import type { TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { fileWithdrawal } from '../cash-requests/file-cash-request.ts';
import { cancelCashRequest } from '../cash-requests/resolve-cash-request.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { actAs } from '../users/act-as.ts';
import { makePicture } from './pictures.ts';
import type { TestApp } from './test-app.ts';

export const account = {
  bankName: 'City Bank',
  accountHolderName: 'A Client',
  accountNumber: '0011223344',
  IBAN: 'IN64CITY0011223344',
};

export async function makeBank(app: TestApp, owner: TestPerson, limits: object = {}) {
  const body = { ...account, ...limits };
  const { data } = await app.call(banks.add, { token: owner.token, body });
  return data._id;
}

let receipt: Promise<Buffer> | undefined;

/** A client files a deposit and is told how it went. */
export async function askDeposit(app: TestApp, client: TestPerson, bankId: bigint, amount: bigint) {
  receipt ??= makePicture();
  return app.call(player.requestDeposit, {
    token: client.token,
    body: { amount, bankId },
    files: { receipt: await receipt },
  });
}

export function askWithdrawal(app: TestApp, client: TestPerson, amount: bigint) {
  return app.call(player.requestWithdraw, {
    token: client.token,
    body: { amount, bank: account },
  });
}

export function decide(
  app: TestApp,
  operator: TestPerson,
  reqId: bigint,
  status: 'success' | 'failed' | 'pending',
) {
  return app.call(cashRequests.resolve, { token: operator.token, body: { reqId, status } });
}

export function cancel(app: TestApp, client: TestPerson, id: bigint) {
  return app.call(player.cancelRequest, { token: client.token, params: { id } });
}

/** A pending withdrawal of anybody with money, filed by the verb beside the calls. */
export async function makeRequest(
  app: TestApp,
  { username }: { username: string },
  amount = 100n,
): Promise<bigint> {
  const actor = await actAs(app.db, username);
  const filed = await inTransaction(app.db, async (tx) => {
    await makeRoom(tx, actor.id);
    return fileWithdrawal(tx, actor, { amount, bank: account });
  });
  return filed.request._id;
}

/** The oldest that still waits is taken back when there are as many as there may be. */
export async function makeRoom(tx: Tx, userId: bigint): Promise<void> {
  const { rows } = await sql<{ id: bigint; username: string }>`
    select r.id, u.username from cash_requests r join users u on u.id = r.user_id
    where r.user_id = ${userId} and r.status = 'pending'
    order by r.id desc offset 4`.execute(tx);
  for (const { id, username } of rows) {
    await cancelCashRequest(tx, await actAs(tx, username), id);
  }
}

/** The direct operator of a client; SUPER has none above and stands for itself. */
export async function operatorOf(app: TestApp, { id }: TestPerson): Promise<{ username: string }> {
  const { rows } = await sql<{ username: string }>`
    select p.username from users u join users p on p.id = coalesce(u.parent_id, u.id)
    where u.id = ${id}`.execute(app.db);
  if (!rows[0]) throw new Error('The client is there.');
  return rows[0];
}
