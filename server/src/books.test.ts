import { transactions } from '@pitboss/contract/transactions';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { runCommand } from '@pitboss/testkit/run-command';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealAudits } from './audit/audit-seals.ts';
import { sealRecords } from './audit/seal-records.ts';
import { showProgress } from './books-progress.ts';
import { type Audit, findFaults } from './db/audit.ts';
import type { Tx } from './db/database.ts';
import { bookAudits } from './ledger/audit-books.ts';
import { rollupAudits } from './reports/audit-rollups.ts';
import { atTime } from './test/flights.ts';
import { foldAllStatements } from './test/fold-all.ts';
import { tampered } from './test/tampered.ts';
import { type TestApp, testApp } from './test/test-app.ts';
import { actAs } from './users/act-as.ts';
import { addUser } from './users/add-user.ts';

const dayMs = 86_400_000;
const now = Date.now();
const today = new Date(now - (now % dayMs));
const dayText = (at: Date) => at.toISOString().slice(0, 10);

let app: TestApp;
let root: TestPerson;
let old: bigint;
let fresh: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  await sealRecords(app.db);
  // Ten days ago, and sealed then.
  await atTime(app, new Date(now - 10 * dayMs), async (tx) => {
    const actor = await actAs(tx, root.username);
    const person = { username: 'of.then', name: 'Then', password: '', balance: 500n } as const;
    const rest = { role: 'USER', isDemo: false, status: 'active', currency: 'USD' } as const;
    await addUser(tx, actor, { ...person, ...rest }, 'none');
  });
  old = await newestTransfer();
  await sealRecords(app.db);
  await sql`alter table seals disable trigger user`.execute(app.db);
  await sql`update seals set sealed_at = sealed_at - interval '10 days'
    where ${old} = any(ids) and record = 'transfers'`.execute(app.db);
  await sql`alter table seals enable trigger user`.execute(app.db);
  const client = await makeUser(app, root, { balance: 500n });
  const given = { token: root.token, params: { id: client.id }, body: { amount: 100n } };
  expect((await app.call(transactions.deposit, given)).status).toBe(200);
  fresh = await newestTransfer();
  await sealRecords(app.db);
  await foldAllStatements(app.db);
});

afterAll(() => app.close());

async function newestTransfer(): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select max(id) as id from transfers`.execute(app.db);
  return rows[0]?.id ?? 0n;
}

const books = (...args: string[]) => runCommand('books', args, { DATABASE_URL: app.url });

describe('npm run books', () => {
  test('looks at everything, or at what was written since a day, and says which', async () => {
    const whole = await books();
    expect(whole.output).toMatch(/^The books balance\.\nThe newest seals, to be written down:\n/);
    expect(whole.code).toBe(0);
    const few = await books('--since', dayText(today));
    expect(few.output).toMatch(/^What was written since \d{4}-\d\d-\d\d balances\. Older rows/);
    expect(few.code).toBe(0);
    const [, seal = ''] = /--seal (\S+)/.exec(whole.output) ?? [];
    expect((await books('--seal', seal)).code).toBe(0);
    const torn = await books(
      '--seal',
      seal.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    );
    expect([torn.code, torn.output]).toEqual([1, expect.stringContaining('is gone')]);
  });

  test('says what a start would say of the addresses, and looks at nothing', async () => {
    const swapped = { DATABASE_URL: app.url, DATABASE_OWNER_URL: nodeUrl(app.url) };
    const ended = await runCommand('books', [], swapped);
    expect([ended.code, ended.output]).toEqual([
      78,
      expect.stringMatching(/^DATABASE_URL and DATABASE_OWNER_URL are swapped: .* addresses\.\n$/),
    ]);
  });

  test.each([
    ['--since'],
    ['--since', 'yesterday'],
    ['--since', '2026-02-30'],
    ['--seal', 'x'],
    ['x'],
  ])('does not guess what %s %s means', async (...args) => {
    const { code, output } = await books(...args);
    expect([code, output]).toEqual([1, expect.stringMatching(/^Use: npm run books/)]);
  });
});

describe('what was written since a day', () => {
  const since = (audits: Audit[], day: Date | undefined, tamper: (tx: Tx) => Promise<unknown>) =>
    tampered(app, tamper, (tx) => findFaults(tx, audits, { since: day }));

  const cheats: [string, Audit[], (id: bigint) => (tx: Tx) => Promise<unknown>][] = [
    [
      'an amount',
      bookAudits,
      (id) => (tx) =>
        sql`update ${sql.table('entries')} set amount_minor = amount_minor * 2 where transfer_id = ${id}`.execute(
          tx,
        ),
    ],
    [
      'remarks that were sealed',
      sealAudits,
      (id) => (tx) =>
        sql`update ${sql.table('transfers')} set remarks = 'x' where id = ${id}`.execute(tx),
    ],
    [
      'a total',
      rollupAudits,
      (id) => (tx) =>
        sql`update wallet_days d set entries = d.entries + 1 from entries e
          where e.transfer_id = ${id} and d.account_id = e.account_id
            and d.day = (e.created_at at time zone 'UTC')::date`.execute(tx),
    ],
  ];

  test.each(cheats)(
    'is found with %s changed; older rows only by the whole check',
    async (...one) => {
      const [, audits, change] = one;
      expect(await since(audits, today, change(fresh))).not.toEqual([]);
      expect(await since(audits, undefined, change(old))).not.toEqual([]);
      expect(await since(audits, today, change(old))).toEqual([]);
    },
  );

  test('is whole in itself', async () => {
    const audits = [...bookAudits, ...rollupAudits, ...sealAudits];
    expect(await findFaults(app.db, audits, { since: today })).toEqual([]);
    expect(await findFaults(app.db, audits, { since: new Date(now + 2 * dayMs) })).toEqual([]);
  });
});

test('a bar grows in one line of a terminal, and nothing is written to a file', () => {
  const shown: string[] = [];
  const write = (text: string) => shown.push(text);
  const file = showProgress({ write });
  file.tell({ about: 'accounts', done: 0, of: 2 });
  file.clear();
  expect(shown).toEqual([]);
  const terminal = showProgress({ write, isTTY: true });
  terminal.tell({ about: 'accounts', done: 0, of: 2 });
  terminal.tell({ about: 'the seals of bets', done: 1, of: 2 });
  terminal.clear();
  expect(shown.map((text) => text.trimEnd())).toEqual([
    `\r[${'.'.repeat(24)}] 0 of 2: accounts`,
    `\r[${'#'.repeat(12)}${'.'.repeat(12)}] 1 of 2: the seals of bets`,
    '',
  ]);
});
