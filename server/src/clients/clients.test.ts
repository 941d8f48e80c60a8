import { balancePoints, clients } from '@pitboss/contract/clients';
import { history } from '@pitboss/contract/history';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askWithdrawal, cancel, decide } from '../test/cashier.ts';
import { atTime } from '../test/flights.ts';
import { makeGame, type TestGame } from '../test/game.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { moveMoney } from '../transactions/transactions.ts';
import { actAs } from '../users/act-as.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let game: TestGame;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 1_000_000n });
  game = await makeGame(app, root);
});

afterAll(() => app.close());

const of = (client: TestPerson, { token } = admin) => ({ token, params: { id: client.id } });
const figuresOf = async (client: TestPerson, by = admin) =>
  (await app.call(clients.get, of(client, by))).data;

async function move(client: TestPerson, kind: 'deposit' | 'withdraw', amount: bigint) {
  expect((await app.call(transactions[kind], { ...of(client), body: { amount } })).status).toBe(
    200,
  );
}

/** What came to a client and left it, told by every transfer one by one. */
async function cashByTransfers({ id }: TestPerson) {
  const { rows } = await sql<{ cashIn: bigint; cashOut: bigint }>`
    select coalesce(sum(t.amount_minor) filter (
        where t.kind in ('opening', 'deposit', 'cash_deposit')), 0)::bigint as "cashIn",
      coalesce(sum(t.amount_minor) filter (
        where t.kind in ('withdraw', 'cash_withdraw')), 0)::bigint as "cashOut"
    from transfers t where exists (select from accounts a where a.user_id = ${id}
      and a.id in (t.from_account_id, t.to_account_id))`.execute(app.db);
  return rows[0];
}

test('cash is what was paid in and out: neither play, nor what was held and came back', async () => {
  const client = await makeUser(app, admin, { balance: 50_000n });
  const bet = (ref: string, stake: bigint) => ({ ref, userId: client.id, stake });
  const one = await game.open();
  await game.place(one, [bet('won', 1_000n), bet('lost', 700n)]);
  await game.start(one);
  await game.leave(one, [{ ref: 'won', multiplier: 150 }]);
  await game.crash(one, 200, true);
  const open = await game.open();
  await game.place(open, [bet('open', 300n)]);
  await move(client, 'deposit', 2_000n);
  await move(client, 'withdraw', 500n);
  const asked = [400n, 500n, 600n, 700n];
  const [paid, failed, cancelled] = await Promise.all(
    asked.map(async (amount) => (await askWithdrawal(app, client, amount)).data._id),
  );
  await decide(app, admin, paid ?? 0n, 'success');
  await decide(app, admin, failed ?? 0n, 'failed');
  await cancel(app, client, cancelled ?? 0n);
  const figures = await figuresOf(client);
  expect(figures).toMatchObject({ bets: 2, stakes: 1_700n, payouts: 1_500n, pl: 200n });
  const { cashIn, cashOut } = figures;
  expect({ cashIn, cashOut }).toEqual(await cashByTransfers(client));
  expect(figures).toMatchObject({ isDirect: true, currency: 'USD', sessions: 1 });
  expect(figures.lastSeenAt).toBeInstanceOf(Date);
});

test('of an operator it is the play of its branch, and all that its wallet moved', async () => {
  const desk = await makeAdmin(app, root, { balance: 10_000n });
  const client = await makeUser(app, desk, { balance: 4_000n });
  await game.play([{ ref: 'desk', userId: client.id, stake: 1_000n }], 200);
  expect(await figuresOf(desk, root)).toMatchObject({
    cashIn: 10_000n,
    cashOut: 4_000n,
    bets: 1,
    pl: 1_000n,
  });
});

test('the way to an account begins at the caller', async () => {
  const deep = await makeDeepAdmin(app, admin);
  const client = await makeUser(app, deep, { balance: 100n });
  const names = async (by: TestPerson) =>
    (await figuresOf(client, by)).path.map(({ username }) => username);
  expect(await names(root)).toEqual([root, admin, deep].map(({ username }) => username));
  expect(await names(deep)).toEqual([deep.username]);
  expect((await figuresOf(client, root)).isDirect).toBe(false);
});

test('a balance is told of any moment, and over time in as many points as ever', async () => {
  const desk = await makeAdmin(app, root, { balance: 100_000n });
  const client = await makeUser(app, desk, { balance: 1_000n });
  const start = Date.now();
  const actor = await actAs(app.db, desk.username);
  // From now on an entry each second: many more than there are points.
  const seconds = 600;
  for (let second = 1; second <= seconds; second++) {
    await atTime(app, new Date(start + second * 1_000), (tx) =>
      moveMoney(tx, actor, {
        kind: second % 3 === 0 ? 'withdraw' : 'deposit',
        clientId: client.id,
        amountMinor: 100n,
        remarks: '',
      }),
    );
  }
  // The entries stand in the future, which nobody asks for by a call.
  const { rows } = await sql<{ at: Date; told: bigint; right: bigint }>`
    select m.at, b.balance_minor as told,
      (select e.balance_after_minor from entries e
       where e.account_id = a.id and e.created_at <= m.at order by e.sequence desc limit 1) as right
    from accounts a
    cross join generate_series(now(), now() + interval '11 minutes', interval '7 seconds') m (at)
    cross join lateral balance_at(a.id, m.at) b
    where a.user_id = ${client.id} and a.kind = 'wallet'`.execute(app.db);
  expect(rows.length).toBeGreaterThan(90);
  for (const { told, right } of rows) expect(told).toBe(right);

  const { data } = await app.call(clients.balanceHistory, of(client, desk));
  expect(data.points).toHaveLength(balancePoints);
  expect(data.points[0]).toEqual({ at: data.from, balance: 0n });
  expect(data.points.at(-1)?.at).toEqual(data.to);
});

test('before its first entry an account had nothing; what is to come is as now', async () => {
  const client = await makeUser(app, admin, { balance: 1_000n });
  const at = async (moment: Date) =>
    (await app.call(clients.balanceAt, { ...of(client), raw: { at: moment.toISOString() } })).data;
  const past = await at(new Date('2020-01-01T00:00:00Z'));
  expect(past).toMatchObject({ balance: 0n, since: null, isExact: true, currency: 'USD' });
  const future = await at(new Date(Date.now() + 86_400_000));
  expect(future).toMatchObject({ balance: 1_000n, isExact: true });
  expect(future.at.getTime()).toBeLessThan(Date.now() + 60_000);
  const crossed = { from: '2030-01-01T00:00:00Z' };
  const refused = await app.call(clients.balanceHistory, { ...of(client), raw: crossed });
  expect([refused.status, refused.errors]).toEqual([
    400,
    { from: 'The start must be before the end.' },
  ]);
});

test('notes are for all operators above, newest first, and tell no names from above', async () => {
  const client = await makeUser(app, admin, { balance: 100n });
  const note = (by: TestPerson, text: string) =>
    app.call(clients.addNote, { ...of(client, by), body: { text } });
  expect((await note(admin, ' Called. ')).data).toMatchObject({
    by: admin.username,
    text: 'Called.',
  });
  await note(root, 'Watch the stakes.');
  const shown = async (by: TestPerson) =>
    (await app.call(clients.notes, of(client, by))).data.map(({ by, text }) => [by, text]);
  expect(await shown(root)).toEqual([
    ['root', 'Watch the stakes.'],
    [admin.username, 'Called.'],
  ]);
  expect(await shown(admin)).toEqual([
    ['An operator above you', 'Watch the stakes.'],
    [admin.username, 'Called.'],
  ]);
  const blank = await app.call(clients.addNote, { ...of(client), raw: { text: '   ' } });
  expect([blank.status, blank.errors]).toEqual([400, { text: 'This field is required.' }]);
  await expect(sql`update client_notes set text = 'other'`.execute(app.db)).rejects.toThrow(
    'append-only',
  );
  await expect(sql`delete from client_notes`.execute(app.db)).rejects.toThrow('append-only');
});

test('fifty notes and sessions are told at a time, and the next ones after them', async () => {
  const client = await makeUser(app, admin);
  await sql`insert into client_notes (user_id, author_id, text)
    select ${client.id}, ${admin.id}, 'Note ' || n from generate_series(1, 60) n`.execute(app.db);
  await sql`insert into sessions (token_hash, user_id, address, expires_at, created_at)
    select sha256(('s' || n)::bytea), ${client.id}, '::1', now(), now() - n * interval '1 day'
    from generate_series(1, 60) n`.execute(app.db);
  for (const list of [clients.notes, clients.sessions]) {
    const first = (await app.call(list, of(client))).data;
    const before = { raw: { before: String(first.at(-1)?._id) } };
    const rest = (await app.call(list, { ...of(client), ...before })).data;
    expect(first).toHaveLength(50);
    const all = [...first, ...rest].map(({ _id }) => _id);
    expect(new Set(all).size).toBe(list === clients.notes ? 60 : 61);
  }
});

test('a session that ran out is not told as open', async () => {
  const client = await makeUser(app, admin);
  await sql`insert into sessions (token_hash, user_id, address, expires_at, created_at)
    values (sha256('old'), ${client.id}, '::1', now() - interval '1 hour',
      now() - interval '1 day')`.execute(app.db);
  const { data } = await app.call(clients.sessions, of(client));
  expect(data.map(({ endReason, endedAt }) => [endReason, endedAt === null])).toEqual([
    [null, true],
    ['expired', false],
  ]);
});

test('a lock ends the sessions and stands on the record with its reason', async () => {
  const client = await makeUser(app, admin);
  const body = { status: 'locked', reason: ' Two accounts of one person ' } as const;
  expect((await app.call(clients.setStatus, { ...of(client), body })).status).toBe(200);
  const { data } = await app.call(users.profile, {
    token: admin.token,
    body: { userId: client.id },
  });
  expect([data.status, data.isLoggedIn]).toEqual(['locked', false]);
  const events = (await app.call(history.user, of(client))).data.data;
  expect(events[0]).toMatchObject({ action: 'clients.setStatus', by: admin.username });
  expect(events[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'status', before: 'active', after: 'locked' },
      { field: 'reason', before: null, after: 'Two accounts of one person' },
    ]),
  );
  const unsaid = await app.call(clients.setStatus, {
    ...of(client),
    raw: { status: 'active', reason: ' ' },
  });
  expect([unsaid.status, unsaid.errors]).toEqual([400, { reason: 'This field is required.' }]);
});
