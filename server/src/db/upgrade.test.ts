import { readFile } from 'node:fs/promises';
import { auth } from '@pitboss/contract/auth';
import { health } from '@pitboss/contract/health';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { tableHash } from '@pitboss/engine/table-hash';
import { launchNode, startNode } from '@pitboss/testkit/node-process';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditSeals } from '../audit/audit-seals.ts';
import { sealRecords } from '../audit/seal-records.ts';
import { listBands } from '../multipliers/draft.ts';
import { getMultiplierTable } from '../multipliers/tables.ts';
import { listVersions } from '../multipliers/versions.ts';
import { auditAll } from '../reports/audit-all.ts';
import { migrateTo } from '../test/migrate-to.ts';
import { appOn, type TestApp, testApp } from '../test/test-app.ts';
import { emptyDatabase, testDatabase } from '../test/test-database.ts';
import type { Db } from './database.ts';
import { migrate } from './migrate.ts';
import { grantToNode } from './node-role.ts';

interface Wallet {
  currency: string;
  balance: number;
  exposure: number;
}

interface Seen {
  token: string;
  balance: Wallet & { wallets: Wallet[] };
  deleted: string[];
  clients: { _id: string; username: string }[];
  statements: Record<string, { totals: object; rows: unknown[] }>;
}

const fixture = (name: string) =>
  readFile(new URL(`../test/first-release/${name}`, import.meta.url), 'utf8');

describe('a database of the first release', () => {
  let app: TestApp;
  /** What each operator was answered by the first release itself. */
  let seen: Record<'root' | 'rupees' | 'dollars', Seen>;
  const operators = ['root', 'rupees', 'dollars'] as const;

  beforeAll(async () => {
    seen = JSON.parse(await fixture('answers.json'));
    const database = await emptyDatabase();
    await sql.raw(await fixture('schema.sql')).execute(database.db);
    await sql.raw(await fixture('data.sql')).execute(database.db);
    await migrate(database.db);
    await grantToNode(database.db, new URL(nodeUrl(database.url)).username);
    app = await appOn(database, pino({ level: 'silent' }));
  });

  /** Closing it audits the books once more, after what the tests moved. */
  afterAll(() => app.close());

  const id = (username: string) =>
    BigInt(
      operators.flatMap((one) => seen[one].clients).find((one) => one.username === username)?._id ??
        0,
    );

  /** An answer as it stands on the wire, which is what the first release was asked for. */
  async function ask(...[endpoint, options]: Parameters<TestApp['call']>) {
    return (await app.call(endpoint, options)).body.data as Record<string, unknown>;
  }

  test('has books and rollups that agree once it is migrated', async () => {
    expect(await auditAll(app.db)).toEqual([]);
  });

  test.each(operators)(
    'shows %s the same people, money and statements, in its old session',
    async (name) => {
      const { token, ...before } = seen[name];
      expect(walletsIn(await ask(users.balance, { token }))).toEqual(walletsIn(before.balance));
      const list = await ask(users.list, { token, raw: { length: 100 } });
      expect(list.data).toMatchObject(before.clients);
      expect(list.recordsTotal).toBe(before.clients.length);
      const deleted = await app.call(users.listDeleted, { token });
      expect(deleted.data.map((one) => one.username)).toEqual(before.deleted);
      for (const [currency, { totals, rows }] of Object.entries(before.statements)) {
        const raw = { length: 100, currency };
        const statement = await app.call(transactions.listStatement, { token, raw });
        const shown = statement.body.data as { data: Record<string, unknown>[]; totals: object };
        expect(
          shown.data.map((row) => [
            row.username,
            row.deposit,
            row.withdraw,
            row.bankBalance,
            row.remarks,
          ]),
        ).toEqual(rows);
        expect(shown.totals).toEqual(totals);
      }
    },
  );

  test.each([
    ['root', 200],
    ['rupees', 200],
    ['quiet.admin', 200],
    ['shut-admin', 403],
    ['gone', 403],
    ['Asha', 403],
  ])('lets %s sign in with the old password: %i', async (username, status) => {
    const reply = await app.call(auth.login, { body: { username, password } });
    expect(reply.status).toBe(status);
  });

  test('answers a call made again with its old key as then, and moves nothing', async () => {
    const { token } = seen.rupees;
    const remarks = 'Diwali, "bonus" & more';
    const again = (amount: number) =>
      app.call(transactions.deposit, {
        token,
        params: { id: id('Asha') },
        raw: { amount, remarks },
        headers: { 'idempotency-key': 'first-deposit' },
      });
    const { status, body } = await again(120.5);
    expect([status, body.data]).toEqual([200, { transactionId: '15', balance: 620.5 }]);
    expect((await again(120.51)).status).toBe(422);
    const withdrawn = await app.call(transactions.withdraw, {
      token,
      params: { id: id('Asha') },
      raw: { amount: 20.5 },
      headers: { 'idempotency-key': 'first-withdrawal' },
    });
    expect(withdrawn.body.data).toEqual({ transactionId: '16', balance: 600 });
    const wallets = walletsIn(await ask(users.balance, { token }));
    expect(wallets).toEqual(walletsIn(seen.rupees.balance));
  });

  test('goes on: a deposit, a withdrawal and their statement', async () => {
    const { token } = seen.dollars;
    const params = { id: id('player_9') };
    const deposit = await app.call(transactions.deposit, { token, params, raw: { amount: 5 } });
    expect(deposit.body.data).toMatchObject({ balance: 5.01 });
    const paid = await app.call(transactions.withdraw, { token, params, raw: { amount: 5.01 } });
    expect(paid.body.data).toMatchObject({ balance: 0 });
    const raw = { userId: String(params.id) };
    const { data } = await app.call(transactions.listStatement, { token, raw });
    expect(data.recordsTotal).toBe(4);
    expect(await auditAll(app.db)).toEqual([]);
  });

  test('keeps its audit', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_events where at < now() - interval '1 day'
    `.execute(app.db);
    expect(rows[0]?.count).toBe(8);
  });

  test('has the same tables, rules and functions as one made by this release', async () => {
    const fresh = await testDatabase();
    try {
      const [upgraded, made] = [await schemaOf(app.db), await schemaOf(fresh.db)];
      const gone = made.filter((part) => !upgraded.includes(part));
      const left = upgraded.filter((part) => !made.includes(part));
      expect({ gone, left }).toEqual({ gone: [], left: [] });
    } finally {
      await fresh.close();
    }
  });
});

test('rounds and bets of a release before are sealed from the first on, step by step', async () => {
  const { db, close } = await emptyDatabase();
  try {
    await migrateTo(db, '0029-first-release');
    await sql`alter table bets disable trigger user`.execute(db);
    await sql`insert into rounds (source, state, seed, hash, multiplier_table_id, drawn_hundredths,
        multiplier_hundredths, betting_until, doubling_ms, flying_at, ended_at, created_at,
        updated_at)
      select 'engine', case n when 50 then 'flying' when 7 then 'void' else 'crashed' end,
        sha256(n::text::bytea), 'of before', 1, 200, case when n not in (7, 50) then 200 end, now(),
        8000, now(), case when n <> 50 then now() end, now(), now()
      from generate_series(1, 50) n`.execute(db);
    await sql`insert into bets (round_id, user_id, parent_id, currency, is_demo, stake_minor, type,
        cashout_minor, created_at, updated_at)
      select r.id, n, 1, 'USD', false, 100, case when r.id = 50 or r.id + n = 4 then 'unsettled'
        when r.id = 7 then 'void' else 'settled' end,
        case when r.id not in (7, 50) and r.id + n <> 4 then 0 end, now(), now()
      from rounds r, generate_series(1, 3) n`.execute(db);
    await sql`alter table bets enable trigger user`.execute(db);
    await migrate(db);
    expect(await auditSeals(db)).toEqual([]);
    await sealRecords(db);
    expect(await auditSeals(db)).toEqual([]);
    // One flies still, and of three one bet has not been settled.
    expect(await sealedIds(db)).toEqual({ rounds: 50, bets: 50, rounds_ended: 49, bets_ended: 46 });
    await sealRecords(db);
    expect(await sealedIds(db)).toMatchObject({ rounds: 50, bets_ended: 46 });
    await sql`alter table rounds disable trigger user`.execute(db);
    await sql`update rounds set hash = 'another' where id = 31`.execute(db);
    expect(await auditSeals(db)).toEqual(['round 31 was changed since it was put into seal 1']);
  } finally {
    await close();
  }
});

test('the table of a release before stays in play, sealed as it was, and the draft is its copy', async () => {
  const { db, close } = await emptyDatabase();
  try {
    await migrateTo(db, '0033-seals');
    const bands = [
      { id: 7, minHundredths: 100, maxHundredths: 200, probabilityMillionths: 500_000 },
    ];
    await sql`insert into multiplier_tables (bands, hash)
      values (${JSON.stringify(bands)}::jsonb, ${tableHash(bands)})`.execute(db);
    const digests = sql<{ id: bigint; digest: Buffer }>`
      select id, substr(sha256(convert_to(row(id, bands, hash, actor_id,
        extract(epoch from created_at))::text, 'UTF8')), 1, 16) as digest
      from multiplier_tables order by id`;
    const { rows: before } = await digests.execute(db);
    await migrate(db);
    const { rows: after } = await sql`
      select id, digest from record_digests('multiplier_tables', '{1,2}') order by id`.execute(db);
    expect(after).toEqual(before);
    expect(await getMultiplierTable(db)).toMatchObject({ version: 2n, bands });
    expect(await listBands(db)).toEqual([{ _id: 7n, min: 100, max: 200, probability: 500_000 }]);
    expect(await listVersions(db, {})).toMatchObject([
      { version: 2n, reason: null, author: null, builtIn: null, isInPlay: true },
      { version: 1n, reason: null, bands: [], builtIn: 970_000, isInPlay: false },
    ]);
  } finally {
    await close();
  }
});

async function sealedIds(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ record: string; ids: number }>`
    select record, sum(cardinality(ids))::int as ids from seals
    where record <> 'multiplier_tables' group by record`.execute(db);
  return Object.fromEntries(rows.map(({ record, ids }) => [record, ids]));
}

/** By currency: at first the operator's own currency stood among the other wallets too. */
function walletsIn(answer: object) {
  const { wallets, ...own } = answer as Seen['balance'];
  return Object.fromEntries([...wallets, own].map((wallet) => [wallet.currency, wallet]));
}

/** Columns, constraints, indexes, triggers and functions, one line each. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select format('%s.%s %s %s %s', c.relname, attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid)) as part
    from pg_attribute a join pg_class c on c.oid = attrelid and c.relkind = 'r'
    left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    where c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    union all
    select format('%s: %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  `.execute(db);
  return rows.map((row) => row.part).sort();
}

describe('a node older than its database', () => {
  const sentence =
    'The database is of a newer release, which made 9999-later: start that release, or restore ' +
    'a backup made with this one.';

  const addLater = (db: Db) =>
    sql`insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(db);

  test('refuses to start, with a sentence and no trace', async () => {
    const database = await testDatabase();
    try {
      await addLater(database.db);
      const node = await launchNode(database.url);
      await expect(node.untilReady()).rejects.toThrow(sentence);
      expect(await node.untilEnded()).toBe(78);
      expect(node.output()).not.toMatch(/\bat .*\.ts:\d+/);
      await expect(migrate(database.db)).rejects.toThrow(sentence);
      // The control: without that one row the same release serves.
      await sql`delete from kysely_migration where name = '9999-later'`.execute(database.db);
      const served = await startNode(database.url);
      expect(await served.end('SIGTERM')).toBe(0);
      const line = { row: 'R14', what: 'a newer schema', seed: 0, refused: 1, served: 1 };
      process.stdout.write(`${JSON.stringify({ ...line, holds: true })}\n`);
    } finally {
      await database.close();
    }
  });

  test('that served before is not ready any more', async () => {
    const app = await testApp();
    try {
      expect((await app.call(health.ready)).status).toBe(200);
      await addLater(app.db);
      const { status, message } = await app.call(health.ready);
      expect([status, message]).toEqual([503, sentence]);
    } finally {
      await app.close();
    }
  });

  test('is not ready where another release came with functions alone, until it starts again', async () => {
    const app = await testApp();
    const ready = async () => {
      const { status, message } = await app.call(health.ready);
      return [status, message];
    };
    const other = [503, expect.stringContaining('Another release has put its functions')];
    try {
      await sql`update applied_functions set hash = 'of another' where name = 'open_call'`.execute(
        app.db,
      );
      expect(await ready()).toEqual(other);
      await migrate(app.db);
      await grantToNode(app.db, new URL(nodeUrl(app.url)).username);
      expect(await ready()).toEqual([200, 'Ready']);
      await sql`insert into applied_functions values ('later', 'x')`.execute(app.db);
      expect(await ready()).toEqual(other);
    } finally {
      await app.close();
    }
  });
});
