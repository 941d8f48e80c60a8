import { banks } from '@pitboss/contract/banks';
import { currencies } from '@pitboss/contract/money';
import { transactions } from '@pitboss/contract/transactions';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  setStatus,
  type TestPerson,
} from '@pitboss/testkit/people';
import { expect } from 'vitest';
import { sealRecords } from '../audit/seal-records.ts';
import { askDeposit, askWithdrawal, decide, makeBank } from './cashier.ts';
import { foldAll } from './fold-all.ts';
import { makeGame, newRef } from './game.ts';
import type { TestApp } from './test-app.ts';

/** Rows for every list of the contract: many alike in what they can be sorted by, and not all. */
export interface ListStage {
  root: TestPerson;
  /** Whose lists most of them are. */
  admin: TestPerson;
  /** A client who bets in every round, and two rounds in which every client bets. */
  regular: TestPerson;
  settledRound: bigint;
  flyingRound: bigint;
  /** A client that much was done to, and a request of its that was decided again and again. */
  busy: TestPerson;
  busyRequest: bigint;
}

const parityOf = (index: number) => (index % 2 === 0 ? 'even' : 'odd');

export async function makeListStage(app: TestApp): Promise<ListStage> {
  const root = await makeSuper(app);
  const admin = await makeAdmin(app, root, { username: 'walker', balance: 1_000_000n });
  const clients: TestPerson[] = [];
  for (let index = 0; index < 23; index++) {
    clients[index] = await makeUser(app, admin, {
      username: `${parityOf(index)}-${index}`,
      name: `Twin ${index % 3}`,
      balance: BigInt(100 + (index % 4) * 100),
      isDemo: false,
    });
  }
  const regular = await makeUser(app, admin, { username: 'regular', balance: 1_000n });
  const rounds = await fillRounds(app, root, clients, regular);
  await fillCashier(app, admin, clients, regular);
  const histories = await fillHistories(app, admin);
  // Some of it is in sums, and some is not yet.
  await foldAll(app.db);
  await fillTop(app, root);
  // Activity shows what is sealed.
  await sealRecords(app.db);
  return { root, admin, regular, ...rounds, ...histories };
}

/** SUPER's own accounts: of either role, in every currency, for play and in earnest. */
async function fillTop(app: TestApp, root: TestPerson): Promise<void> {
  for (let index = 0; index < 24; index++) {
    await makeUser(app, root, {
      username: `Top-${parityOf(index)}-${index}`,
      name: `top ${index % 5}`,
      role: index % 3 === 0 ? 'ADMIN' : 'USER',
      isDemo: index % 6 === 5,
      status: index % 4 === 1 ? 'suspended' : 'active',
      currency: currencies[index % currencies.length] ?? 'USD',
    });
  }
}

/** A round for each client, and two for all of them, of which the last is still flying. */
async function fillRounds(
  app: TestApp,
  root: TestPerson,
  clients: TestPerson[],
  regular: TestPerson,
) {
  const server = await makeGame(app, root);
  const bet = ({ id: userId }: TestPerson, stake: bigint, autoCashout?: number) => ({
    ref: newRef(),
    userId,
    stake,
    ...(autoCashout ? { autoCashout } : {}),
  });
  for (const [index, client] of clients.entries()) {
    const own = bet(client, BigInt(1 + (index % 3)), index % 3 === 0 ? 150 : 300);
    const others = bet(regular, BigInt(10 + (index % 4)), index % 5 === 0 ? 120 : undefined);
    await server.play([own, others], 200 + (index % 4) * 5);
  }
  const all = (autoCashout?: number) =>
    clients.map((client, index) =>
      bet(client, BigInt(1 + (index % 4)), index % 3 === 0 ? autoCashout : undefined),
    );
  const settledRound = await server.play(all(150), 200);
  const flyingRound = await server.open();
  await server.place(flyingRound, all());
  await server.start(flyingRound);
  return { settledRound, flyingRound };
}

/** A bank and a deposit request for each client, and withdrawals of one. */
async function fillCashier(
  app: TestApp,
  admin: TestPerson,
  clients: TestPerson[],
  regular: TestPerson,
): Promise<void> {
  for (const [index, client] of clients.entries()) {
    const bankId = await makeBank(app, admin, {
      bankName: `${parityOf(index)} bank ${index % 3}`,
      accountHolderName: `Holder ${index % 5}`,
      accountNumber: `00112233${index % 7}`,
      IBAN: `IN64CITY00112${index % 4}`,
      ...(index % 4 === 0 ? { maxAmount: BigInt(1_000 + (index % 3) * 1_000) } : {}),
      ...(index % 5 === 0 ? { limits: 1 + (index % 2) } : {}),
    });
    const filed = await askDeposit(app, client, bankId, BigInt(100 + (index % 4) * 100));
    if (index % 5 === 0) await setStatus(app, client, 'suspended');
    if (index % 3 === 0) await decide(app, admin, filed.data._id, 'failed');
    if (index % 4 === 0) {
      const body = index % 8 === 0 ? { isDeleted: true } : { status: 'blocked' as const };
      await app.call(banks.update, { token: admin.token, params: { id: bankId }, body });
    }
  }
  for (const amount of [100n, 150n, 200n]) await askWithdrawal(app, regular, amount);
}

async function fillHistories(app: TestApp, admin: TestPerson) {
  const busy = await makeUser(app, admin, { username: 'busy', balance: 900n });
  for (let index = 0; index < 22; index++) {
    const move = index % 2 === 0 ? transactions.deposit : transactions.withdraw;
    const raw = { amount: 1, remarks: `Cause ${index % 3}` };
    const given = { token: admin.token, params: { id: busy.id }, raw };
    expect((await app.call(move, given)).status).toBe(200);
  }
  const filed = await askDeposit(app, busy, await makeBank(app, admin), 100n);
  const busyRequest = filed.data._id;
  for (let index = 0; index < 24; index++) {
    await decide(app, admin, busyRequest, index % 2 === 0 ? 'failed' : 'pending');
  }
  return { busy, busyRequest };
}
