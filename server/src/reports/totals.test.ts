import { type Bet, bets, betTypes } from '@pitboss/contract/bets';
import { type CashRequest, cashRequests } from '@pitboss/contract/cash-requests';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { game } from '@pitboss/contract/game';
import type { Currency } from '@pitboss/contract/money';
import { type RoundPl, reports } from '@pitboss/contract/reports';
import { type StatementRow, transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askWithdrawal, cancel, decide } from '../test/cashier.ts';
import { makeGame, newRef } from '../test/game.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { auditRollups } from './audit-rollups.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let deep: TestPerson;
let rupees: TestPerson;
let clients: (TestPerson & { above: TestPerson })[];
let roundIds: bigint[];

/** Void, open, demo, cancelled requests and two currencies, at three depths of the tree. */
beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  const server = await makeGame(app, root);
  admin = await makeAdmin(app, root, { balance: 5_000_000n });
  deep = await makeDeepAdmin(app, admin, 1_000_000n);
  rupees = await makeAdmin(app, root, { balance: 5_000_000n, currency: 'INR' });
  const add = async (above: TestPerson, isDemo = false) => ({
    ...(await makeUser(app, above, { balance: 100_000n, isDemo })),
    above,
  });
  clients = [await add(admin), await add(deep), await add(admin, true), await add(rupees)];
  const everybody = (first: bigint) =>
    clients.map(({ id: userId }, index) => ({
      ref: newRef(),
      userId,
      stake: first + 37n * BigInt(index),
      autoCashout: index % 2 ? 171 : 333,
    }));
  roundIds = [];
  for (let index = 0; index < 7; index++) {
    roundIds.push(await server.play(everybody(1_003n + 211n * BigInt(index)), 150 + 40 * index));
  }
  const voided = await server.open();
  await server.place(voided, everybody(10_000n));
  await server.call(game.voidRound, { round: voided });
  const unsettled = await server.open();
  await server.place(unsettled, everybody(707n));
  await server.start(unsettled);
  await server.crash(unsettled, 400, false);
  const open = await server.open();
  await server.place(open, everybody(4_321n));
  roundIds.push(voided, unsettled, open);
  await fileRequests();
});

async function fileRequests(): Promise<void> {
  for (const client of clients.filter((_, index) => index !== 2)) {
    const ids: bigint[] = [];
    for (const amount of [501n, 602n, 703n, 804n]) {
      ids.push((await askWithdrawal(app, client, amount)).data._id);
    }
    const [paid = 0n, failed = 0n, cancelled = 0n] = ids;
    expect((await decide(app, client.above, paid, 'success')).status).toBe(200);
    expect((await decide(app, client.above, failed, 'failed')).status).toBe(200);
    expect((await cancel(app, client, cancelled)).status).toBe(200);
  }
}

afterAll(() => app.close());

interface Listed<Row, Totals> {
  rows: Row[];
  totals: Totals;
}

/** Every row of a list, by pages of three, each of which must have the same totals. */
async function whole<Row, Totals>(
  endpoint: Endpoint,
  { token }: TestPerson,
  raw: object,
): Promise<Listed<Row, Totals>> {
  const rows: Row[] = [];
  const seen: Totals[] = [];
  for (;;) {
    const page = { ...raw, start: rows.length, length: 3 };
    const reply = await app.call(endpoint, { token, raw: page });
    expect(reply.status).toBe(200);
    const answer = reply.data as { data: unknown; totals: Totals };
    const { data, recordsFiltered } = (Array.isArray(answer.data) ? answer : answer.data) as {
      data: Row[];
      recordsFiltered: number;
    };
    rows.push(...data);
    seen.push(answer.totals);
    const [first, last] = [seen[0], seen.at(-1)];
    expect(last).toEqual(first);
    if (rows.length >= recordsFiltered || data.length === 0) {
      expect(rows).toHaveLength(recordsFiltered);
      return { rows, totals: answer.totals };
    }
  }
}

function sum<Row>(rows: Row[], figure: (row: Row) => bigint): bigint {
  return rows.reduce((total, row) => total + figure(row), 0n);
}

interface BetTotals {
  totalStakes: bigint;
  totalCashoutAmount: bigint;
  totalPl: bigint;
}

/** What the screen shows as Pl of a row. */
function plOf({ type, stake, cashoutAmount }: Bet): bigint {
  return type === 'settled' && cashoutAmount !== undefined ? stake - cashoutAmount : 0n;
}

function figuresOf(rows: Bet[]): BetTotals {
  return {
    totalStakes: sum(rows, ({ stake }) => stake),
    totalCashoutAmount: sum(rows, ({ cashoutAmount }) => cashoutAmount ?? 0n),
    totalPl: sum(rows, plOf),
  };
}

async function betsOf(endpoint: Endpoint, by: TestPerson, raw: object): Promise<Bet[]> {
  const { rows, totals } = await whole<Bet, BetTotals>(endpoint, by, raw);
  expect(totals).toEqual(figuresOf(rows));
  return rows;
}

type Report = Pick<RoundPl, 'totalBets' | 'Stakes' | 'cashoutAmount' | 'totalPl'>;

async function reportOf(by: TestPerson, currency: Currency): Promise<Listed<RoundPl, Report>> {
  const listed = await whole<RoundPl, Report>(reports.roundPl, by, { currency });
  expect(listed.totals).toEqual({
    totalBets: listed.rows.reduce((count, row) => count + row.totalBets, 0),
    Stakes: sum(listed.rows, ({ Stakes }) => Stakes),
    cashoutAmount: sum(listed.rows, ({ cashoutAmount }) => cashoutAmount),
    totalPl: sum(listed.rows, ({ totalPl }) => totalPl),
  });
  return listed;
}

const views = (): [TestPerson, Currency, number][] => [
  [root, 'USD', 2],
  [root, 'INR', 1],
  [root, 'PKR', 0],
  [admin, 'USD', 2],
  [deep, 'USD', 1],
  [rupees, 'INR', 1],
];

test('Bet Details, Reports, Round Bet History and the dashboard tell one figure', async () => {
  for (const [by, currency, players] of views()) {
    const all = await betsOf(bets.list, by, { currency });
    expect(all).toHaveLength(players * roundIds.length);
    const settled = figuresOf(all.filter(({ type }) => type === 'settled'));
    expect(figuresOf(all).totalPl).toBe(settled.totalPl);

    const report = await reportOf(by, currency);
    const { token } = by;
    const stats = (await app.call(reports.stats, { token, body: { currency } })).data;
    const told = { totalBets: 7 * players, ...settled };
    expect(stats).toMatchObject(told);
    const { totalBets, Stakes: totalStakes, ...rest } = report.totals;
    const { cashoutAmount: totalCashoutAmount, totalPl } = rest;
    expect({ totalBets, totalStakes, totalCashoutAmount, totalPl }).toEqual(told);

    for (const roundId of roundIds) {
      const inRound = await betsOf(bets.listOfRound, by, { roundId: String(roundId), currency });
      expect(inRound.map(({ _id }) => _id).sort()).toEqual(
        all.flatMap(({ _id, round }) => (round === roundId ? _id : [])).sort(),
      );
      const row = report.rows.find(({ roundNumber }) => roundNumber === roundId);
      expect(row?.totalPl ?? 0n).toBe(figuresOf(inRound).totalPl);
    }
  }
});

test('Bet History and Bet Details of a client tell one figure, and so does its statement', async () => {
  for (const client of clients) {
    const userId = String(client.id);
    const all = await betsOf(bets.list, client.above, { userId });
    const byType: Bet[] = [];
    for (const type of betTypes) {
      byType.push(...(await betsOf(bets.listOfUser, client.above, { userId, type })));
    }
    expect(figuresOf(byType)).toEqual(figuresOf(all));

    const entries = await statementOf(client.above, { userId });
    const ofRounds = entries.filter(({ remarks }) => /round/i.test(remarks ?? ''));
    const figures = figuresOf(all);
    const refunded = sum(all, ({ type, stake }) => (type === 'void' ? stake : 0n));
    expect(sum(ofRounds, ({ withdraw }) => withdraw)).toBe(figures.totalStakes);
    expect(sum(ofRounds, ({ deposit }) => deposit)).toBe(figures.totalCashoutAmount + refunded);
    const { token } = client.above;
    const profile = await app.call(users.profile, { token, body: { userId: client.id } });
    const net = sum(entries, ({ deposit, withdraw }) => deposit - withdraw);
    expect(profile.data.balance).toBe(net);
    expect(entries.map(({ bankBalance }) => bankBalance)).toContain(net);
  }
});

async function statementOf(by: TestPerson, raw: object): Promise<StatementRow[]> {
  const { rows, totals } = await whole<StatementRow, unknown>(transactions.listStatement, by, raw);
  expect(totals).toEqual({
    deposit: sum(rows, ({ deposit }) => deposit),
    withdraw: sum(rows, ({ withdraw }) => withdraw),
  });
  return rows;
}

test('a branch’s statement is added up in its currency, from the entries that it lists', async () => {
  for (const [by, currency] of views()) {
    const rows = await statementOf(by, { currency });
    expect(rows.every((row) => row.currency === currency)).toBe(true);
    const names = new Set(rows.map(({ username }) => username));
    expect(names).not.toContain(clients[2]?.username);
  }
});

test('what is pending is the sum of the requests that wait', async () => {
  for (const by of [root, admin, deep, rupees]) {
    const raw = { status: 'pending' };
    const { rows } = await whole<CashRequest, unknown>(cashRequests.list, by, raw);
    const { data } = await app.call(cashRequests.list, { token: by.token, raw });
    const waiting = (currency: Currency) => rows.filter((row) => row.currency === currency);
    expect(data.pending).toEqual(
      (['INR', 'PKR', 'USD'] as const).flatMap((currency) => {
        const mine = waiting(currency);
        const withdraw = sum(mine, ({ amount }) => amount);
        return mine.length ? { count: mine.length, deposit: 0n, withdraw, currency } : [];
      }),
    );
  }
});

test('the rollups behind the totals are the sums of what they count', async () => {
  expect(await auditRollups(app.db)).toEqual([]);
});
