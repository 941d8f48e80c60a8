import { activity } from '@pitboss/contract/activity';
import { all } from '@pitboss/contract/all';
import { banks } from '@pitboss/contract/banks';
import { bets } from '@pitboss/contract/bets';
import { cashRequests } from '@pitboss/contract/cash-requests';
import { columnNames } from '@pitboss/contract/columns';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { history } from '@pitboss/contract/history';
import { playReports } from '@pitboss/contract/play-reports';
import { reports } from '@pitboss/contract/reports';
import { rounds } from '@pitboss/contract/rounds';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import type { TestPerson } from '@pitboss/testkit/people';
import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListStage, makeListStage } from './list-stage.ts';
import { comparable, compared, isFoundBy, type Row, searchedBy } from './list-values.ts';
import { type TestApp, testApp } from './test-app.ts';

interface Page {
  draw: number;
  data: Row[];
  recordsTotal: number;
  recordsFiltered: number;
}

interface Expectation {
  endpoint: Endpoint;
  /** Whose rows, where one list is looked at more than once. */
  of?: string;
  caller?: () => TestPerson;
  /** What tells two rows apart. */
  id: string;
  /** Words that some of the prepared rows hold and others do not, and how many do. */
  search: string;
  found: number;
  /** Columns that the list can be ordered by and in which its rows may all be alike. */
  alike?: string[];
  /** What its path names, where it names something. */
  params?: () => { id: bigint };
  /** What the call asks for beside the parameters of the table. */
  filters?: () => object;
  /** The page stands in a `data` of its own, beside its totals. */
  isBesideTotals?: boolean;
}

let app: TestApp;
let stage: ListStage;

/** For every list of the contract what its screen needs; a new list without one fails. */
const lists: Expectation[] = [
  {
    endpoint: users.list,
    id: '_id',
    search: 'odd',
    found: 11,
    alike: ['role', 'currency', 'isDemo'],
  },
  {
    endpoint: users.list,
    of: 'SUPER',
    id: '_id',
    search: 'odd',
    found: 12,
    caller: () => stage.root,
  },
  { endpoint: transactions.listStatement, id: 'id', search: 'odd', found: 52 },
  {
    endpoint: transactions.listStatement,
    of: 'one account',
    id: 'id',
    search: 'cause 1',
    found: 7,
    alike: ['username'],
    filters: () => ({ userId: String(stage.busy.id) }),
  },
  { endpoint: cashRequests.list, id: '_id', search: 'odd', found: 11 },
  {
    endpoint: history.user,
    id: '_id',
    search: 'withdraw',
    found: 11,
    params: () => ({ id: stage.busy.id }),
  },
  {
    endpoint: history.cashRequest,
    id: '_id',
    search: 'busy',
    found: 1,
    params: () => ({ id: stage.busyRequest }),
  },
  { endpoint: activity.list, id: '_id', search: 'odd', found: 11 },
  { endpoint: banks.list, id: '_id', search: 'odd', found: 11 },
  { endpoint: rounds.list, id: 'round', search: '1', found: 12 },
  { endpoint: bets.list, id: '_id', search: 'odd', found: 33, isBesideTotals: true },
  {
    endpoint: bets.list,
    of: 'one account',
    id: '_id',
    search: '7',
    found: 1,
    isBesideTotals: true,
    alike: ['username', 'type'],
    filters: () => ({ userId: String(stage.regular.id) }),
  },
  {
    endpoint: bets.listOfUser,
    of: 'a client',
    id: '_id',
    search: '7',
    found: 1,
    isBesideTotals: true,
    alike: ['username', 'type'],
    filters: () => ({ userId: String(stage.regular.id), type: 'settled' }),
  },
  {
    endpoint: bets.listOfUser,
    of: 'an operator',
    id: '_id',
    search: 'odd',
    found: 22,
    isBesideTotals: true,
    alike: ['type'],
    caller: () => stage.root,
    filters: () => ({ userId: String(stage.admin.id), type: 'settled' }),
  },
  {
    endpoint: bets.listOfRound,
    id: '_id',
    search: 'odd',
    found: 11,
    isBesideTotals: true,
    alike: ['round', 'type', 'createdAt', 'updatedAt'],
    filters: () => ({ roundId: String(stage.settledRound) }),
  },
  { endpoint: reports.roundPl, id: 'roundNumber', search: '7', found: 1, isBesideTotals: true },
  { endpoint: playReports.byClient, id: '_id', search: 'odd', found: 11, isBesideTotals: true },
];

beforeAll(async () => {
  app = await testApp();
  stage = await makeListStage(app);
});

afterAll(() => app.close());

function send({ endpoint, filters, params, caller }: Expectation, query: object) {
  const { token } = caller?.() ?? stage.admin;
  return app.call(endpoint, { token, params: params?.() ?? {}, raw: { ...filters?.(), ...query } });
}

async function ask(list: Expectation, query: object): Promise<Page> {
  const reply = await send(list, query);
  expect([reply.status, reply.message]).toEqual([200, 'OK']);
  return pageOf(list, reply.body.data);
}

function pageOf({ isBesideTotals }: Expectation, data: unknown): Page {
  return isBesideTotals ? (data as { data: Page }).data : (data as Page);
}

async function askByForm({ endpoint, filters, params, caller }: Expectation, query: object) {
  return app.http.inject({
    method: 'POST',
    url: `/api${endpoint.path.replace('{id}', String(params?.().id))}`,
    headers: {
      authorization: `Bearer ${(caller?.() ?? stage.admin).token}`,
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    },
    payload: qs.stringify({ ...filters?.(), ...query }),
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
  const named = new Set(lists.map(({ endpoint }) => endpoint.name));
  const names = all.filter(({ takes }) => takes === 'form').map(({ name }) => name);
  expect([...named].sort()).toEqual(names.sort());
});

const titled = lists.map((list) => ({
  ...list,
  title: list.of ? `${list.endpoint.name} of ${list.of}` : list.endpoint.name,
}));

describe.each(titled)('$title', (list) => {
  const { endpoint } = list;
  const names = columnNames(endpoint);
  const isSorted = (name: string) => endpoint.columns[name]?.isOrdered === true;
  const numbered = names.map((name, column) => ({ name, column }));
  const sortable = numbered.filter(({ name }) => isSorted(name)).map(({ column }) => column);
  const unsorted = numbered.filter(({ name }) => !isSorted(name)).map(({ column }) => column);

  test.each(numbered.filter(({ name }) => isSorted(name)))(
    'stands in the order of $name, both ways',
    async ({ name, column }) => {
      for (const dir of ['asc', 'desc']) {
        const { data } = await ask(list, { length: 500, order: [{ column, dir }] });
        const values = data.map((row) => comparable(name, row));
        if (!list.alike?.includes(name)) expect(new Set(values).size).toBeGreaterThan(1);
        const inOrder = values.toSorted(compared);
        expect([name, dir, values]).toEqual([
          name,
          dir,
          dir === 'asc' ? inOrder : inOrder.reverse(),
        ]);
      }
    },
  );

  test('is searched in the columns that say so, and in no other', async () => {
    const { data } = await ask(list, { length: 500 });
    for (const name of names) {
      const term = searchedBy(endpoint, name, data[data.length >> 1] ?? {}).slice(0, 100);
      if (term.trim() === '') continue;
      const found = await ask(list, { length: 500, search: { value: term } });
      const expected = data.filter((row) =>
        names.some((one) => isFoundBy(endpoint, one, row, term.trim().toLowerCase())),
      );
      const ids = (rows: Row[]) => rows.map((row) => String(row[list.id])).sort();
      expect([name, term, ids(found.data)]).toEqual([name, term, ids(expected)]);
    }
  });

  test('shows every row exactly once, whatever it is sorted by', async () => {
    const everything = await ask(list, { length: 500 });
    const ids = everything.data.map((row) => row[list.id]).sort();
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
    const length = Math.ceil(ids.length / 4);
    for (const column of sortable) {
      for (const dir of ['asc', 'desc']) {
        const seen: unknown[] = [];
        for (let start = 0; start < ids.length; start += length) {
          const order = [{ column, dir }];
          const page = await ask(list, { draw: start, start, length, order });
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
        (await ask(list, { length: 500, order: [{ column, dir }] })).data.map(
          (row) => row[list.id],
        );
      expect(await rows('desc')).toEqual((await rows('asc')).reverse());
    }
  });

  test('shows the newest first when nothing is said', async () => {
    const { data } = await ask(list, { length: 500 });
    const ids = data.map((row) => Number(row[list.id]));
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
  });

  test('answers a form as it answers JSON', async () => {
    const query = stockQuery(names.length, { search: { value: list.search, regex: false } });
    const byForm = await askByForm(list, query);
    expect(byForm.statusCode).toBe(200);
    const page = pageOf(list, byForm.json().data);
    expect(page).toEqual(await ask(list, query));
    expect(page.draw).toBe(4);
  });

  test('finds rows and counts them before and after the search', async () => {
    const { recordsTotal } = await ask(list, { length: 500 });
    const found = await ask(list, { length: 500, search: { value: ` ${list.search} ` } });
    expect(found.recordsTotal).toBe(recordsTotal);
    expect(found.recordsFiltered).toBe(list.found);
    expect(found.data).toHaveLength(list.found);
    const shouted = await ask(list, { search: { value: list.search.toUpperCase() } });
    expect(shouted.recordsFiltered).toBe(list.found);
    const none = await ask(list, { search: { value: 'no such row' } });
    expect([none.data, none.recordsFiltered, none.recordsTotal]).toEqual([[], 0, recordsTotal]);
  });

  test('takes percent signs, underscores and quotes in a search for what they are', async () => {
    for (const value of ['%', '_', '\\', "'", '"', '%%', '--', "' or '1'='1"]) {
      const { recordsFiltered } = await ask(list, { search: { value } });
      expect([value, recordsFiltered]).toEqual([value, 0]);
    }
  });

  test('gives an empty page beyond the end', async () => {
    const page = await ask(list, { start: 1_000_000_000, length: 10 });
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
    const reply = await send(list, query);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.errors)).toEqual([field]);
  });

  test('refuses to sort by a column that it does not have or cannot sort', async () => {
    for (const column of [names.length, names.length + 5, ...unsorted]) {
      const reply = await send(list, { order: [{ column, dir: 'asc' }] });
      expect([column, reply.status]).toEqual([column, 400]);
      expect(reply.errors.order).toBe(`Column ${column} of this list cannot be sorted.`);
    }
  });

  test('refuses a wrong length in a form too', async () => {
    for (const length of ['-1', '0', '501', 'all', '1e2']) {
      const response = await askByForm(list, { length });
      expect([length, response.statusCode]).toEqual([length, 400]);
      expect(response.json().errors).toHaveProperty('length');
    }
  });
});
