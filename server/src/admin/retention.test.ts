import { auth } from '@pitboss/contract/auth';
import { transactions } from '@pitboss/contract/transactions';
import { nodeUrl } from '@pitboss/testkit/node-url';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  openTestSession,
  type TestPerson,
} from '@pitboss/testkit/people';
import { runCommand } from '@pitboss/testkit/run-command';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealRecords } from '../audit/seal-records.ts';
import { placeBets } from '../bets/place-bets.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { auditAll } from '../reports/audit-all.ts';
import { forgetNightly, nextNight } from '../retention/forget-nightly.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound } from '../rounds/round-steps.ts';
import { askDeposit, cancel, makeBank } from '../test/cashier.ts';
import { atTime } from '../test/flights.ts';
import { foldAllStatements } from '../test/fold-all.ts';
import { anyReturn } from '../test/odds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { monthBefore } from './archive-bets.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let client: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 1_000_000n });
  client = await makeUser(app, admin, { balance: 100_000n });
});

/** Closing it proves that the books balance. */
afterAll(() => app.close());

const run = (words: string[], settings: Record<string, string> = {}) =>
  runCommand('admin/main', ['retention', ...words], { DATABASE_URL: app.url, ...settings });

const rules = readConfig({}).retention;

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(app.db);
  return rows[0]?.count ?? 0;
}

const wallets = async () =>
  (await sql`select id, balance_minor, entry_count from accounts order by id`.execute(app.db)).rows;

/** A column of one line of the table that the command prints. */
function cell(output: string, what: string, title: string): string {
  const [head = '', ...lines] = output.split('\n');
  const at = head.indexOf(title);
  return (
    lines
      .find((line) => line.startsWith(what))
      ?.slice(at)
      .split('  ')[0]
      ?.trim() ?? ''
  );
}

describe('sessions and keys', () => {
  beforeAll(async () => {
    for (let sessions = 0; sessions < 6; sessions++) {
      admin.token = await openTestSession(app, admin.id);
    }
    await sql`update sessions set created_at = now() - interval '200 days',
      expires_at = now() - interval '199 days', last_used_at = now() - interval '199 days'
      where user_id = ${admin.id} and id <> (select max(id) from sessions
        where user_id = ${admin.id})`.execute(app.db);
    const { token } = root;
    const paid = await app.call(transactions.deposit, {
      token,
      params: { id: admin.id },
      raw: { amount: 5 },
      headers: { 'idempotency-key': 'long-ago' },
    });
    expect(paid.status).toBeLessThan(300);
    await sql`update idempotency_keys set created_at = now() - interval '31 days'
      where key = 'long-ago'`.execute(app.db);
  });

  test('a look says how much there is and how much is due, and changes nothing', async () => {
    const before = [await count('sessions'), await count('idempotency_keys')];
    const { code, output } = await run([]);
    expect(code).toBe(0);
    expect(cell(output, 'sessions', 'due')).toBe('5');
    expect(cell(output, 'sessions', 'kept for')).toBe('90 days (RETAIN_SESSIONS_DAYS)');
    expect(cell(output, 'answers', 'due')).toBe('1');
    expect(cell(output, 'answers', 'oldest')).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(cell(output, 'receipts', 'kept for')).toBe('ever (RETAIN_RECEIPTS_DAYS)');
    expect(cell(output, 'audit', 'kept for')).toBe('ever (sealed)');
    expect(await run([], { RETAIN_SESSIONS_DAYS: '300' })).toMatchObject({
      output: expect.stringMatching(/^sessions.* 0$/m),
    });
    expect([await count('sessions'), await count('idempotency_keys')]).toEqual(before);
    expect((await run(['--apply'])).code).toBe(2);
    expect([await count('sessions'), await count('idempotency_keys')]).toEqual(before);
  });

  test('what is due goes, by the rights of a node; first and newest sessions stay', async () => {
    const before = await wallets();
    const node = openDatabase({ url: nodeUrl(app.url), connectionsMax: 1 });
    await forgetNightly(node.db, rules).finally(() => node.close());
    const own = await sql<{ id: bigint }>`select id from sessions where user_id = ${admin.id}
      order by id`.execute(app.db);
    expect(own.rows).toHaveLength(2);
    expect(await count('sessions', `user_id = ${admin.id} and expires_at > now()`)).toBe(1);
    expect(await count('idempotency_keys', "key = 'long-ago'")).toBe(0);
    expect(await wallets()).toEqual(before);
    const events = await app.db
      .selectFrom('audit_events')
      .select(['actor_name', 'message'])
      .where('action', '=', 'retention.forget')
      .execute();
    expect(events).toEqual([
      {
        actor_name: 'platform',
        message:
          'Forgotten as the settings say: 5 sessions that are over, 1 answers for repeated calls.',
      },
    ]);
    const body = { username: admin.username, password };
    expect((await app.call(auth.login, { body })).status).toBe(200);
    await forgetNightly(app.db, rules);
    expect(await count('audit_events', "action = 'retention.forget'")).toBe(1);
  });

  test('a node cannot take more than that, whatever it asks for', async () => {
    const node = openDatabase({ url: nodeUrl(app.url), connectionsMax: 1 });
    try {
      const asked = ['forget_sessions(0, 9)', 'forget_keys(1, 9)', 'forget_receipts(29, 9)'];
      for (const call of asked) {
        await expect(sql`select ${sql.raw(call)}`.execute(node.db)).rejects.toThrow('is kept for');
      }
      for (const table of ['sessions', 'idempotency_keys', 'files']) {
        await expect(sql`delete from ${sql.table(table)}`.execute(node.db)).rejects.toThrow(
          'permission denied',
        );
      }
    } finally {
      await node.close();
    }
  });

  test('nobody can set what would cost a client its money', () => {
    for (const [setting, days] of [
      ['RETAIN_SESSIONS_DAYS', '0'],
      ['RETAIN_KEYS_DAYS', '1'],
      ['RETAIN_RECEIPTS_DAYS', '29'],
      ['RETAIN_BETS_MONTHS', '1'],
    ] as const) {
      expect(() => readConfig({ [setting]: days })).toThrow(`${setting} must be a whole number`);
    }
  });

  test('the night is the next three o’clock in UTC', () => {
    const at = (text: string) => new Date(nextNight(Date.parse(text))).toISOString();
    expect(at('2026-11-16T02:59:59.999Z')).toBe('2026-11-16T03:00:00.000Z');
    expect(at('2026-11-16T03:00:00.000Z')).toBe('2026-11-17T03:00:00.000Z');
    expect(at('2026-12-31T23:00:00.000Z')).toBe('2027-01-01T03:00:00.000Z');
  });
});

describe('notifications and receipts', () => {
  test('go by their settings, and what may still be paid keeps its receipt', async () => {
    const bankId = await makeBank(app, admin);
    const ids: bigint[] = [];
    for (let asked = 0; asked < 3; asked++) {
      ids.push((await askDeposit(app, client, bankId, 1_000n)).data._id);
    }
    const [first = 0n, second = 0n, third = 0n] = ids;
    for (const id of [first, second]) await cancel(app, client, id);
    await sql`update cash_requests set created_at = now() - interval '60 days',
      updated_at = now() - interval '60 days'`.execute(app.db);
    await sql`update notifications set at = now() - interval '10 days'`.execute(app.db);
    const calls = await count('notifications');
    expect(calls).toBeGreaterThan(0);
    const blanks = () => count('cash_requests', 'receipt_hash = sha256(blank_picture())');
    await run(['--apply', '--yes']);
    expect([await blanks(), await count('notifications')]).toEqual([0, calls]);
    const settings = { RETAIN_RECEIPTS_DAYS: '30', RETAIN_NOTIFICATIONS_DAYS: '7' };
    const { code, output } = await run(['--apply', '--yes'], settings);
    expect([code, output]).toEqual([0, expect.stringContaining('2 receipts of decided deposits')]);
    expect([await blanks(), await count('notifications')]).toEqual([2, 0]);
    // The one that may still be paid shows the same picture.
    expect(await count('files')).toBe(2);
    expect((await run(['--apply', '--yes'], settings)).output).toContain('nothing was due');
    await cancel(app, client, third);
    await sql`update cash_requests set updated_at = created_at`.execute(app.db);
    await run(['--apply', '--yes'], settings);
    expect([await blanks(), await count('files')]).toEqual([3, 1]);
  });
});

describe('bets', () => {
  const month = monthBefore(new Date(), 3);

  async function play(at: Date): Promise<void> {
    const { id, drawnHundredths } = await atTime(app, at, (tx) =>
      openRound(tx, { source: 'engine', bettingMs: 60_000, doublingMs: 1_000 }, anyReturn),
    );
    const bet = { ref: null, userId: client.id, stakeMinor: 1_000n, autoHundredths: 105 };
    await atTime(app, at, (tx) => placeBets(tx, id, { actorId: null, serviceKeyId: null }, [bet]));
    await atTime(app, new Date(at.getTime() + 60_000), async (tx) => {
      await startRound(tx, id);
      await crashRound(tx, id, drawnHundredths);
      await settleRound(tx, id, null);
    });
  }

  beforeAll(async () => {
    for (const day of ['05', '06', '07']) await play(new Date(`${month}-${day}T12:00:00Z`));
    await play(new Date(Date.now() - 3_600_000));
    await sealRecords(app.db);
    await foldAllStatements(app.db);
  });

  test('are moved to the archive by month, and the books balance before and after', async () => {
    const before = await wallets();
    expect(await auditAll(app.db)).toEqual([]);
    expect(cell((await run([], { RETAIN_BETS_MONTHS: '2' })).output, 'bets', 'due')).toBe('3');
    expect(cell((await run([], { RETAIN_BETS_MONTHS: '3' })).output, 'bets', 'due')).toBe('0');
    expect((await run(['--apply', '--yes'])).output).toContain('nothing was due');
    const { code, output } = await run(['--archive', month, '--yes']);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`3 bets until ${month} moved to the archive`),
    ]);
    expect([await count('bets'), await count('archive.bets')]).toEqual([1, 3]);
    expect(await auditAll(app.db)).toEqual([]);
    expect(await wallets()).toEqual(before);
    const again = await run(['--apply', '--yes'], { RETAIN_BETS_MONTHS: '2' });
    expect(again.output).toContain('nothing was due');
    const events = await app.db
      .selectFrom('audit_events')
      .select(['outcome', 'message'])
      .where('action', '=', 'admin.retention')
      .where('message', 'like', '%archive%')
      .execute();
    expect(events).toEqual([
      { outcome: 'done', message: `Retention: 3 bets until ${month} moved to the archive.` },
    ]);
  });

  test('of a month that is not over stay', async () => {
    const now = monthBefore(new Date(), 0);
    const early = await run(['--archive', now, '--yes']);
    expect([early.code, early.output]).toEqual([64, expect.stringContaining('is not over')]);
    const wrong = await run(['--archive', 'January', '--yes']);
    expect([wrong.code, wrong.output]).toEqual([64, expect.stringContaining('is no month')]);
  });
});
