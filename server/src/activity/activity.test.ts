import { type ActivityEvent, activity } from '@pitboss/contract/activity';
import { auth } from '@pitboss/contract/auth';
import { maintenance } from '@pitboss/contract/maintenance';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordEvent } from '../audit/record-event.ts';
import { sealRecords } from '../audit/seal-records.ts';
import { askDeposit, decide, makeBank } from '../test/cashier.ts';
import { tampered } from '../test/tampered.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { sealState } from './seal-state.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let deep: TestPerson;
let client: TestPerson;
let stranger: TestPerson;
let requestId: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { username: 'keeper', balance: 90_000n });
  deep = await makeDeepAdmin(app, admin, 10_000n);
  client = await makeUser(app, deep, { username: 'subject', balance: 500n });
  stranger = await makeAdmin(app, root, { username: 'stranger', balance: 5_000n });
  const theirs = await makeUser(app, stranger, { username: 'theirs', balance: 500n });
  const move = { params: { id: client.id }, body: { amount: 100n } };
  for (const { token } of [deep, admin, stranger]) {
    await app.call(transactions.deposit, { token, params: move.params, body: move.body });
  }
  const body = { name: 'Another' };
  await app.call(users.update, { token: deep.token, params: { id: client.id }, body });
  await app.call(users.update, { token: stranger.token, params: { id: theirs.id }, body });
  await app.call(users.update, { token: root.token, params: { id: admin.id }, body });
  const filed = await askDeposit(app, client, await makeBank(app, deep), 1_500n);
  requestId = filed.data._id;
  await decide(app, deep, requestId, 'success');
  await app.call(maintenance.set, { token: root.token, body: { isMaintenance: false } });
  for (const username of ['keeper', 'nobody-at-all']) {
    await app.call(auth.login, { body: { username, password: 'Wrong-horse-1' } });
  }
  await app.call(auth.login, { body: { username: 'keeper', password } });
  await sealRecords(app.db);
});

afterAll(() => app.close());

async function activityOf(viewer: TestPerson, raw: object = {}): Promise<ActivityEvent[]> {
  const query = { length: 500, order: [{ column: 0, dir: 'asc' }] };
  const given = { token: viewer.token, raw: Object.assign(query, raw) };
  const { data, recordsTotal } = (await app.call(activity.list, given)).data;
  expect(recordsTotal).toBe(data.length);
  return data;
}

const lines = (events: ActivityEvent[]) =>
  events.map(({ by, action, target, outcome }) => [by, action, target?.name ?? null, outcome]);

test('an operator sees what was done in its branch and tried at it, and nothing else', async () => {
  expect(lines(await activityOf(deep))).toEqual([
    [deep.username, 'transactions.deposit', 'subject', 'done'],
    ['An operator above you', 'transactions.deposit', 'subject', 'refused'],
    ['Somebody outside your branch', 'transactions.deposit', 'subject', 'refused'],
    [deep.username, 'users.update', 'subject', 'done'],
    [deep.username, 'banks.add', expect.any(String), 'done'],
    ['subject', 'player.requestDeposit', 'subject', 'done'],
    [deep.username, 'cash-requests.resolve', 'subject', 'done'],
  ]);
  const seen = await activityOf(admin);
  expect(lines(seen).slice(-2)).toEqual([
    ['keeper', 'auth.login', 'keeper', 'refused'],
    ['keeper', 'auth.login', 'keeper', 'done'],
  ]);
  // What was done to its own account from above is not its own to read.
  expect(JSON.stringify(lines(seen))).not.toMatch(/Another|theirs|stranger|maintenance/);
});

test('of one outside the branch neither name nor address nor object is told', async () => {
  const tried = (await activityOf(stranger)).find(({ outcome }) => outcome === 'refused');
  expect(tried).toMatchObject({
    by: 'stranger',
    target: { kind: 'user', _id: client.id, name: null, userId: null },
  });
  const [, above, outside] = await activityOf(deep);
  for (const event of [above, outside]) {
    expect(event).toMatchObject({ address: null, actorId: null });
  }
});

test('the top sees everything, a name that nobody has and a game server among it', async () => {
  const origin = { address: '10.0.0.9', requestId: 'x' };
  await recordEvent(app.db, {
    actor: null,
    actorName: 'service key engine',
    origin,
    action: 'game.openRound',
    change: { kind: 'round', id: 1n },
    outcome: 'done',
    message: 'Round opened.',
  });
  await sealRecords(app.db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events`.execute(app.db);
  const seen = await activityOf(root);
  expect(seen).toHaveLength(rows[0]?.count ?? -1);
  const told = lines(seen).map((line) => line.join(' '));
  expect(told.filter((line) => /unknown name|engine|maintenance/.test(line))).toHaveLength(3);
});

test('it is filtered by who, kind, object, outcome and dates, and counted so', async () => {
  const actions = async (raw: object, viewer = admin) =>
    (await activityOf(viewer, raw)).map(({ action, outcome }) => [action, outcome].join(' '));
  expect(await actions({ actor: 'SUBJECT' })).toEqual(['player.requestDeposit done']);
  expect(await actions({ actor: 'stranger' })).toEqual([]);
  expect(await actions({ kind: 'request' })).toEqual([
    'player.requestDeposit done',
    'cash-requests.resolve done',
  ]);
  expect(await actions({ outcome: 'refused', kind: 'money' })).toEqual([
    'transactions.deposit refused',
    'transactions.deposit refused',
  ]);
  const decided = { on: 'cash-request', object: String(requestId) };
  expect(await actions(decided)).toEqual([
    'player.requestDeposit done',
    'cash-requests.resolve done',
  ]);
  expect(await actions(decided, stranger)).toEqual([]);
  expect(await actions({ on: 'user', object: 'keeper' })).toEqual([
    'auth.login refused',
    'auth.login done',
  ]);
  expect(await actions({ on: 'user', object: 'subject' }, stranger)).toEqual([]);
  const before = { endDate: new Date(Date.now() - 3_600_000).toISOString() };
  expect(await actions(before)).toEqual([]);
  const since = { startDate: new Date(Date.now() - 3_600_000).toISOString() };
  expect((await actions(since)).length).toBe((await actions({})).length);
});

test('a page far down is the one that an OFFSET would give', async () => {
  await sql`insert into audit_events
      (at, actor_id, actor_name, actor_role, address, request_id, action, outcome, message)
    select now() - n * interval '97 seconds', ${stranger.id}, 'stranger', 'ADMIN', 'x', n::text,
      case when mod(n, 3) = 0 then 'users.update' else 'banks.update' end,
      case when mod(n, 7) = 0 then 'refused' else 'done' end, ''
    from generate_series(1, 3000) n`.execute(app.db);
  await sealRecords(app.db);
  for (const raw of [{}, { kind: 'bank' }, { outcome: 'refused' }, { actor: 'stranger' }]) {
    const page = async (start: number, length: number) => {
      const given = { token: stranger.token, raw: Object.assign({ start, length }, raw) };
      return (await app.call(activity.list, given)).data.data.map(({ _id }) => _id);
    };
    const first = await page(0, 400);
    expect(await page(350, 50)).toEqual(first.slice(350));
  }
});

interface Asked {
  kind?: string;
  outcome?: string;
  actor?: string;
}

/** How many events somebody is shown between so many hours ago, and how many there are. */
async function counts({ id, token }: TestPerson, asked: Asked, hours: (number | null)[]) {
  const [startDate, endDate] = hours.map((ago) =>
    ago === null ? undefined : new Date(Date.now() - ago * 3_600_000).toISOString(),
  );
  const given = { token, raw: { ...asked, startDate, endDate, length: 1 } };
  const { recordsTotal } = (await app.call(activity.list, given)).data;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from activity where operator_id = ${id}
      and at >= coalesce(${startDate ?? null}::timestamptz, at)
      and at <= coalesce(${endDate ?? null}::timestamptz, at)
      and kind = coalesce(${asked.kind ?? null}, kind)
      and outcome = coalesce(${asked.outcome ?? null}, outcome)
      and (${asked.actor ?? null}::text is null or actor_id = ${stranger.id})`.execute(app.db);
  return [recordsTotal, rows[0]?.count];
}

/** Open, of whole days and none, within a day, within a quarter of an hour. */
const spans = [
  [null, null],
  [31, null],
  [null, 40],
  [78.2, 3.1],
  [50, 26],
  [5, 2.5],
  [30.24, 30],
];

test.each(spans)('all is counted that was done from %s to %s hours ago', async (...hours) => {
  for (const asked of [{}, { kind: 'bank' }, { outcome: 'refused' }, { actor: 'stranger' }]) {
    const [shown, there] = await counts(stranger, asked, hours);
    expect(there).toBeGreaterThan(0);
    expect(shown).toBe(there);
  }
});

test('what one operator did is counted alike for itself and for those above', async () => {
  const hours = [31, null];
  for (const asked of [{}, { kind: 'bank' }, { outcome: 'refused' }]) {
    const own = { ...asked, actor: 'stranger' };
    const [shown, there] = await counts(stranger, own, hours);
    expect(there).toBeGreaterThan(100);
    expect([shown, await counts(root, own, hours)]).toEqual([there, [there, there]]);
  }
  // What it tried at another's client is there, and not to be asked for by its name.
  expect(await counts(admin, { actor: 'stranger' }, hours)).toEqual([0, 1]);
});

test('two nodes that place at the same time place every event once', async () => {
  const move = { token: deep.token, params: { id: client.id }, body: { amount: 1n } };
  for (let turn = 0; turn < 5; turn++) await app.call(transactions.deposit, move);
  await Promise.all([sealRecords(app.db), sealRecords(app.db), sealRecords(app.db)]);
  await sealRecords(app.db);
  const { rows } = await sql<{ same: boolean }>`
    select (select count(distinct event_id) from activity) = (select count(*) from audit_events)
      and (select count(*) from activity) = (select sum(events) from activity_slots)
      and (select count(*) from activity where actor_id = operator_id)
        = (select sum(events) from actor_slots)
      and (select count(*) from activity) = (select sum(events) from activity_days)
      and (select sum(events) from actor_slots) = (select sum(events) from actor_days) as same
  `.execute(app.db);
  expect(rows[0]?.same).toBe(true);
});

test('the top is told how far the record is sealed, and when the newest seals do not hold', async () => {
  await sealRecords(app.db);
  const state = (await app.call(activity.seal, { token: root.token })).data;
  expect(state).toMatchObject({ isWhole: true, waiting: 0 });
  const { rows } = await sql<{ position: bigint; hash: string }>`
    select position, encode(hash, 'hex') as hash from seals where record = 'audit_events'
    order by position desc limit 1`.execute(app.db);
  expect(state.seal?.position).toBe(rows[0]?.position);
  expect(rows[0]?.hash.startsWith(state.seal?.hash ?? '-')).toBe(true);
  const broken = await tampered(
    app,
    (tx) =>
      sql`update audit_events set message = 'Another'
        where id = (select max(id) from audit_events)`.execute(tx),
    async (tx) => [String((await sealState(tx)).isWhole)],
  );
  expect(broken).toEqual(['false']);
});
