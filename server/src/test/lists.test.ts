import { all } from '@pitboss/contract/all';
import { banks } from '@pitboss/contract/banks';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { transactions } from '@pitboss/contract/transactions';
import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askDeposit, decide, makeBank } from './cashier.ts';
import { makeGame, newRef } from './game.ts';
import { makeAdmin, makeSuper, makeUser, setStatus, type TestPerson } from './people.ts';
import { type TestApp, testApp } from './test-app.ts';

interface Page {
  draw: number;
  data: Record<string, unknown>[];
  recordsTotal: number;
  recordsFiltered: number;
}

interface Expectation {
  /** What tells two rows apart. */
  id: string;
  /** How many columns the screen has, and which of them cannot be sorted. */
  columns: number;
  unsorted: number[];
  /** Words that some of the prepared rows hold and others do not, and how many do. */
  search: string;
  found: number;
  /** What its path names, where it names something. */
  params?: () => { id: bigint };
  /** What the call asks for beside the parameters of the table. */
  filters?: () => object;
  /** The page stands in a `data` of its own, beside its totals. */
  isBesideTotals?: boolean;
}

/** For every list of the contract what its screen needs; a new list without one fails. */
const lists: Record<string, Expectation> = {
  'users.list': { id: '_id', columns: 10, unsorted: [9], search: 'odd', found: 11 },
  'transactions.listStatement': { id: 'id', columns: 7, unsorted: [], search: 'odd', found: 37 },
  'cash-requests.list': { id: '_id', columns: 8, unsorted: [5, 7], search: 'odd', found: 11 },
  'history.user': {
    ...{ id: '_id', columns: 4, unsorted: [1, 2, 3], search: 'withdraw', found: 11 },
    params: () => ({ id: busy.id }),
  },
  'history.cashRequest': {
    ...{ id: '_id', columns: 4, unsorted: [1, 2, 3], search: 'busy', found: 1 },
    params: () => ({ id: busyRequest }),
  },
  'banks.list': { id: '_id', columns: 10, unsorted: [9], search: 'odd', found: 11 },
  'rounds.list': { id: 'round', columns: 5, unsorted: [4], search: '1', found: 12 },
  'bets.list': {
    ...{ id: '_id', columns: 8, unsorted: [], search: 'odd', found: 22, isBesideTotals: true },
  },
  'bets.listOfUser': {
    ...{ id: '_id', columns: 9, unsorted: [], search: '7', found: 1, isBesideTotals: true },
    filters: () => ({ userId: String(regular.id), type: 'settled' }),
  },
  'bets.listOfRound': {
    ...{ id: '_id', columns: 8, unsorted: [], search: 'odd', found: 11, isBesideTotals: true },
    filters: () => ({ roundId: String(busyRound) }),
  },
  'reports.roundPl': {
    ...{ id: 'roundNumber', columns: 6, unsorted: [], search: '7', found: 1, isBesideTotals: true },
  },
};

let app: TestApp;
let admin: TestPerson;
const clients: TestPerson[] = [];
/** A client who bets in every round, and a round in which every client bets. */
let regular: TestPerson;
let busyRound: bigint;
/** A client that much was done to, and a request of its that was decided again and again. */
let busy: TestPerson;
let busyRequest: bigint;

async function fillHistories(): Promise<void> {
  busy = await makeUser(app, admin, { username: 'busy', balance: 900n });
  for (let index = 0; index < 22; index++) {
    const move = index % 2 === 0 ? transactions.deposit : transactions.withdraw;
    const given = { token: admin.token, params: { id: busy.id }, raw: { amount: 1 } };
    expect((await app.call(move, given)).status).toBe(200);
  }
  const filed = await askDeposit(app, busy, await makeBank(app, admin), 100n);
  busyRequest = filed.data._id;
  for (let index = 0; index < 24; index++) {
    await decide(app, admin, busyRequest, index % 2 === 0 ? 'failed' : 'pending');
  }
}

/** A round for each client: many alike in stakes and cash-outs. The busy one is still flying. */
async function fillRounds(root: TestPerson): Promise<void> {
  const server = await makeGame(app, root);
  const bet = ({ id: userId }: TestPerson, stake: bigint) => ({ ref: newRef(), userId, stake });
  for (const [index, client] of clients.entries()) {
    const autoCashout = index % 3 === 0 ? 150 : 300;
    const own = { ...bet(client, BigInt(1 + (index % 3))), autoCashout };
    await server.play([own, bet(regular, BigInt(10 + (index % 4)))], 200 + (index % 4) * 5);
  }
  busyRound = await server.open();
  await server.place(
    busyRound,
    clients.map((client, index) => bet(client, BigInt(1 + (index % 4)))),
  );
  await server.start(busyRound);
}

/** A bank and a deposit request for each client: many alike in what they can be sorted by. */
async function fillCashier(): Promise<void> {
  for (const [index, client] of clients.entries()) {
    const parity = index % 2 === 0 ? 'even' : 'odd';
    const bankId = await makeBank(app, admin, {
      bankName: `${parity} bank ${index % 3}`,
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
}

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  admin = await makeAdmin(app, root, { username: 'walker', balance: 1_000_000n });
  for (let index = 0; index < 23; index++) {
    const parity = index % 2 === 0 ? 'even' : 'odd';
    clients[index] = await makeUser(app, admin, {
      username: `${parity}-${index}`,
      name: `Twin ${index % 3}`,
      balance: BigInt(100 + (index % 4) * 100),
      isDemo: false,
    });
  }
  regular = await makeUser(app, admin, { username: 'regular', balance: 1_000n });
  await fillRounds(root);
  await fillCashier();
  await fillHistories();
});

afterAll(() => app.close());

function send(endpoint: Endpoint, query: object) {
  const raw = { ...lists[endpoint.name]?.filters?.(), ...query };
  const params = lists[endpoint.name]?.params?.() ?? {};
  return app.call(endpoint, { token: admin.token, params, raw });
}

async function ask(endpoint: Endpoint, query: object): Promise<Page> {
  const reply = await send(endpoint, query);
  expect([reply.status, reply.message]).toEqual([200, 'OK']);
  return pageOf(endpoint, reply.body.data);
}

function pageOf({ name }: Endpoint, data: unknown): Page {
  return lists[name]?.isBesideTotals ? (data as { data: Page }).data : (data as Page);
}

async function askByForm(endpoint: Endpoint, query: object) {
  return app.http.inject({
    method: 'POST',
    url: `/api${endpoint.path.replace('{id}', String(lists[endpoint.name]?.params?.().id))}`,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    },
    payload: qs.stringify({ ...lists[endpoint.name]?.filters?.(), ...query }),
  });
}

/** What the stock table client sends with every draw. */
function stockQuery(columns: number, query: object): object {
  const column = (data: number) => ({
    data: String(data),
    name: '',
    searchable: true,
    orderable: true,
    search: { value: '', regex: false },
  });
  return {
    draw: 4,
    columns: Array.from({ length: columns }, (_, index) => column(index)),
    order: [{ column: 0, dir: 'desc', name: '' }],
    start: 0,
    length: 10,
    search: { value: '', regex: false },
    ...query,
  };
}

test('every list of the contract has an expectation', () => {
  const names = all
    .filter((endpoint) => endpoint.takes === 'form')
    .map((endpoint) => endpoint.name);
  expect(Object.keys(lists).sort()).toEqual(names.sort());
});

describe.each(all.filter((endpoint) => endpoint.takes === 'form'))('$name', (endpoint) => {
  const none: Expectation = { id: '', columns: 0, unsorted: [], search: '', found: 0 };
  const list = lists[endpoint.name] ?? none;
  const sortable = Array.from({ length: list.columns }, (_, index) => index).filter(
    (index) => !list.unsorted.includes(index),
  );

  test('shows every row exactly once, whatever it is sorted by', async () => {
    const everything = await ask(endpoint, { length: 500 });
    const ids = everything.data.map((row) => row[list.id]).sort();
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
    const length = Math.ceil(ids.length / 4);
    for (const column of sortable) {
      for (const dir of ['asc', 'desc']) {
        const seen: unknown[] = [];
        for (let start = 0; start < ids.length; start += length) {
          const order = [{ column, dir }];
          const page = await ask(endpoint, { draw: start, start, length, order });
          expect([page.draw, page.recordsTotal]).toEqual([start, ids.length]);
          seen.push(...page.data.map((row) => row[list.id]));
        }
        expect([column, dir, seen.sort()]).toEqual([column, dir, ids]);
      }
    }
  });

  test('turns round when the direction does', async () => {
    for (const column of sortable) {
      const rows = async (dir: string) =>
        (await ask(endpoint, { length: 500, order: [{ column, dir }] })).data.map(
          (row) => row[list.id],
        );
      expect(await rows('desc')).toEqual((await rows('asc')).reverse());
    }
  });

  test('shows the newest first when nothing is said', async () => {
    const { data } = await ask(endpoint, { length: 500 });
    const ids = data.map((row) => Number(row[list.id]));
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
  });

  test('answers a form as it answers JSON', async () => {
    const query = stockQuery(list.columns, { search: { value: list.search, regex: false } });
    const byForm = await askByForm(endpoint, query);
    expect(byForm.statusCode).toBe(200);
    const page = pageOf(endpoint, byForm.json().data);
    expect(page).toEqual(await ask(endpoint, query));
    expect(page.draw).toBe(4);
  });

  test('finds rows and counts them before and after the search', async () => {
    const { recordsTotal } = await ask(endpoint, { length: 500 });
    const found = await ask(endpoint, { length: 500, search: { value: ` ${list.search} ` } });
    expect(found.recordsTotal).toBe(recordsTotal);
    expect(found.recordsFiltered).toBe(list.found);
    expect(found.data).toHaveLength(list.found);
    const shouted = await ask(endpoint, { search: { value: list.search.toUpperCase() } });
    expect(shouted.recordsFiltered).toBe(list.found);
    const none = await ask(endpoint, { search: { value: 'no such row' } });
    expect([none.data, none.recordsFiltered, none.recordsTotal]).toEqual([[], 0, recordsTotal]);
  });

  test('takes percent signs, underscores and quotes in a search for what they are', async () => {
    for (const value of ['%', '_', '\\', "'", '"', '%%', '--', "' or '1'='1"]) {
      const { recordsFiltered } = await ask(endpoint, { search: { value } });
      expect([value, recordsFiltered]).toEqual([value, 0]);
    }
  });

  test('gives an empty page beyond the end', async () => {
    const page = await ask(endpoint, { start: 1_000_000_000, length: 10 });
    expect(page.data).toEqual([]);
    expect(page.recordsTotal).toBeGreaterThan(20);
  });

  test.each([
    ['length', { length: -1 }],
    ['length', { length: 0 }],
    ['length', { length: 501 }],
    ['length', { length: '10.5' }],
    ['length', { length: 1.5 }],
    ['start', { start: -1 }],
    ['start', { start: 1e12 }],
    ['draw', { draw: 'x' }],
    ['order', { order: [{ column: 99, dir: 'asc' }] }],
    ['order.0.column', { order: [{ column: -1, dir: 'asc' }] }],
    ['order.0.dir', { order: [{ column: 0, dir: 'sideways; drop table users' }] }],
    ['order', { order: Array.from({ length: 6 }, () => ({ column: 0, dir: 'asc' })) }],
    ['search.value', { search: { value: 'x'.repeat(101) } }],
    ['search', { search: 'x' }],
    ['columns', { columns: Array.from({ length: 51 }, () => ({})) }],
  ])('refuses a wrong %s: %j', async (field, query) => {
    const reply = await send(endpoint, query);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.errors)).toEqual([field]);
  });

  test('refuses to sort by a column that it does not have or cannot sort', async () => {
    for (const column of [list.columns, list.columns + 5, ...list.unsorted]) {
      const reply = await send(endpoint, { order: [{ column, dir: 'asc' }] });
      expect([column, reply.status]).toEqual([column, 400]);
      expect(reply.errors.order).toBe(`Column ${column} of this list cannot be sorted.`);
    }
  });

  test('refuses a wrong length in a form too', async () => {
    for (const length of ['-1', '0', '501', 'all', '1e2']) {
      const response = await askByForm(endpoint, { length });
      expect([length, response.statusCode]).toEqual([length, 400]);
      expect(response.json().errors).toHaveProperty('length');
    }
  });
});
