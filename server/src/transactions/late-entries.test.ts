import { transactions } from '@pitboss/contract/transactions';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantToNode } from '../db/node-role.ts';
import { readText, withoutGrants } from '../db/sql-files.ts';
import { seededRandom } from '../demo/random.ts';
import { post, walletOf } from '../ledger/post.ts';
import { atTime } from '../test/flights.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

const dayMs = 24 * 3_600_000;
/** Some seconds before a day ends, so that entries lie on both sides of a day and of a quarter. */
const startMs = Math.floor(Date.now() / dayMs) * dayMs - 3 * dayMs - 20_000;
const moves = 180;

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let clients: TestPerson[];

/** A database of before: of its entries some are dated up to two seconds too early. */
beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 1_000_000n });
  clients = [await makeUser(app, admin), await makeUser(app, admin), await makeUser(app, root)];
  const random = seededRandom(17);
  for (let turn = 0; turn < moves; turn++) {
    const client = clients[turn % clients.length] as TestPerson;
    const lateMs = turn % 4 === 3 ? Math.floor(1_000 + random() * 1_000) : 0;
    const at = new Date(startMs + turn * 250 - lateMs);
    const giver = client === clients[2] ? root : admin;
    await atTime(app, at, (tx) =>
      post(tx, {
        kind: 'deposit',
        from: walletOf(giver.id),
        to: walletOf(client.id),
        currency: 'USD',
        amountMinor: BigInt(100 + turn),
        actorId: giver.id,
        remarks: `move ${turn}`,
        idempotencyKey: null,
        field: 'amount',
      }),
    );
  }
});

afterAll(() => app.close());

type Asked = Record<string, unknown>;

/** All pages one after the other, as somebody reads them. */
async function pages(by: TestPerson, raw: Asked, length: number) {
  const rows = [];
  for (let start = 0; ; start += length) {
    const asked = { ...raw, start, length };
    const { data } = await app.call(transactions.listStatement, { token: by.token, raw: asked });
    rows.push(...data.data);
    if (start + length >= data.recordsTotal) return { ...data, rows };
  }
}

/** The rows whose balance is not that of the row before them in their account. */
function breaks(rows: Awaited<ReturnType<typeof pages>>['rows']): string[] {
  const balances = new Map<string, bigint>();
  return rows.flatMap(({ username, deposit, withdraw, bankBalance, remarks }) => {
    const before = balances.get(username);
    balances.set(username, bankBalance);
    const isRight = before === undefined || before + deposit - withdraw === bankBalance;
    return isRight ? [] : [`${username}: ${remarks}`];
  });
}

const oldestFirst = { order: [{ column: 0, dir: 'asc' }] };

test('as the database stands, its statements break', async () => {
  const { rows } = await pages(admin, oldestFirst, 100);
  expect(breaks(rows).length).toBeGreaterThan(10);
});

test('once it is migrated, every list by time runs as the balance does, on any page', async () => {
  await sql`drop table late_entries`.execute(app.db);
  await sql.raw(withoutGrants(await readText('migrations/0039-late-entries.sql'))).execute(app.db);
  const next = await readText('migrations/0040-ledger-in-sets.sql');
  const [placed] =
    /^alter table late_entries add [\s\S]*?sequence set not null;$/m.exec(next) ?? [];
  await sql.raw(placed ?? 'missing').execute(app.db);
  await grantToNode(app.db, new URL(nodeUrl(app.url)).username);
  const { rows: crossing } = await sql`
    select from late_entries l join entries e on e.id = l.entry_id
    where l.crosses_slot and l.listed_at < now() - interval '1 day'`.execute(app.db);
  expect(crossing.length).toBeGreaterThan(0);

  for (const by of [root, admin]) {
    const userId = String((by === root ? clients[2] : clients[0])?.id);
    for (const scope of [{}, { userId }, { search: { value: 'move 1' } }]) {
      const whole = await pages(by, { ...scope, ...oldestFirst }, 500);
      const isSearch = 'search' in scope;
      if (!isSearch) expect(breaks(whole.rows)).toEqual([]);
      for (const length of [17, 90]) {
        const asc = await pages(by, { ...scope, ...oldestFirst }, length);
        const desc = await pages(by, scope, length);
        expect(asc.rows.map(({ id }) => id)).toEqual(whole.rows.map(({ id }) => id));
        expect(desc.rows.toReversed()).toEqual(whole.rows);
        expect([asc.totals, asc.recordsTotal]).toEqual([whole.totals, whole.recordsTotal]);
      }
    }
  }
});

test('a range holds the rows that are dated in it, in the same order', async () => {
  const { rows } = await pages(admin, oldestFirst, 500);
  const [from, to] = [new Date(startMs + 10_000), new Date(startMs + 20_300)];
  const raw = { startDate: from.toISOString(), endDate: to.toISOString() };
  const inside = rows.filter(({ createdAt }) => createdAt >= from && createdAt <= to);
  const found = await pages(admin, { ...raw, ...oldestFirst }, 9);
  expect(found.rows).toEqual(inside);
  expect(found.recordsTotal).toBe(inside.length);
  const deposit = inside.reduce((sum, row) => sum + row.deposit, 0n);
  expect(found.totals.deposit).toBe(deposit);
});
