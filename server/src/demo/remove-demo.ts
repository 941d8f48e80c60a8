import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword, isPassword } from '../auth/password.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import { resolveCashRequest } from '../cash-requests/resolve-cash-request.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { pause } from '../kernel/pause.ts';
import { openBets } from '../rounds/open-bets.ts';
import { endLeft } from '../rounds/while-nobody-plays.ts';
import { actAs } from '../users/act-as.ts';
import { type DemoMoney, refuseLacking, returnMoney } from './demo-money.ts';
import { demoSignIns } from './people.ts';

/** The demo of a database: whom its story made, and SUPER, who was there before it. */
export interface Demo extends DemoMoney {
  superName: string;
  operators: string[];
}

/**
 * Everybody but SUPER who was made before the story's end: until it was told, no node served. A
 * database without a story has no demo.
 */
export async function findDemo(db: Db): Promise<Demo | undefined> {
  const { rows } = await sql<Demo>`
    select s.ends_at as "endsAt", o.id as "superId", o.username as "superName",
      array(select id from users u where u.role <> 'SUPER' and u.created_at <= s.ends_at
        order by id) as people,
      array(select username from users u where u.role = 'ADMIN' and u.created_at <= s.ends_at
        order by id) as operators
    from demo_story s cross join users o where o.role = 'SUPER'`.execute(db);
  return rows[0];
}

/** Names the first few of those who stand in the way: real people, and their money. */
export async function refuseCrossed(db: Db, demo: Demo): Promise<void> {
  const { people, endsAt, superId } = demo;
  const { rows: below } = await sql<{ username: string }>`
    select username from users where parent_id = any(${people}::bigint[])
      and id <> all(${people}::bigint[]) and deleted_at is null
    order by id limit 5`.execute(db);
  if (below.length > 0) {
    const names = below.map(({ username }) => username).join(', ');
    throw new Error(
      `Real people stand below operators of the demo (${names}): withdraw their money, make them ` +
        'anew below an operator of your own, delete these, and try again.',
    );
  }
  const { rows: moved } = await sql<{ id: bigint; demo: string; other: string }>`
    select t.id, case when f.id = any(${people}::bigint[]) then f.username else o.username end
      as demo, case when f.id = any(${people}::bigint[]) then o.username else f.username end
      as other
    from transfers t
    join accounts a on a.id = t.from_account_id join users f on f.id = a.user_id
    join accounts b on b.id = t.to_account_id join users o on o.id = b.user_id
    where t.created_at > ${endsAt} and t.bet_id is null
      and (f.id = any(${people}::bigint[])) <> (o.id = any(${people}::bigint[]))
      and ${superId} not in (f.id, o.id)
    order by t.id limit 1`.execute(db);
  const [first] = moved;
  if (!first) return refuseLacking(db, demo);
  throw new Error(
    `Money crossed between the demo and real people: transfer ${first.id}, ${first.demo} and ` +
      `${first.other}. What is real cannot be told from what is not any more.`,
  );
}

const lookEveryMs = 500;
const patienceMs = 120_000;

/** Nobody of the demo bets from now on; what is open ends with its round. */
export async function stopPlay(db: Db, demo: Demo, say: (line: string) => void): Promise<void> {
  const { people, superId } = demo;
  await inTransaction(db, async (tx) => {
    await holdAll(tx, people);
    await sql`update users set status = 'locked', updated_at = now()
      where id = any(${people}::bigint[])`.execute(tx);
    for (const id of people) await endSessionsOf(tx, id, 'locked');
    for (const id of await heads(tx, demo)) {
      await sql`select from leave_rounds(${id}::bigint, ${superId}::bigint)`.execute(tx);
    }
  });
  const until = Date.now() + patienceMs;
  for (let open = await countOpen(db, people); open > 0; open = await countOpen(db, people)) {
    if (Date.now() > until) {
      throw new Error(
        `${open} bets of the demo are still open: the round must end first. Start a node, or ` +
          'settle the round (Rounds, Round Settlement), and try again.',
      );
    }
    say(`Waiting for the end of the round: ${open} bets are open.`);
    await endLeft(db);
    await pause(lookEveryMs, new AbortController().signal);
  }
}

/** The top of each branch of the demo. */
async function heads(db: Db, { people, superId }: Demo): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from users where parent_id = ${superId} and id = any(${people}::bigint[])
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function countOpen(db: Db, people: bigint[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bets b
    where ${openBets(sql`b.user_id = any(${people}::bigint[])`)}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function holdAll(tx: Tx, people: bigint[]): Promise<void> {
  for (const id of people) await sql`select from hold_person(${id}, true)`.execute(tx);
}

interface Removed {
  people: number;
  /** A new one of SUPER, who still had the demo's. */
  password: string | undefined;
}

/**
 * Fails what waits, returns the money, and closes the accounts; where it would have touched what
 * real people have, who go on meanwhile, nothing is done. The rows stay: docs/decisions/0036.
 */
export async function removeDemo(tx: Tx, demo: Demo): Promise<Removed> {
  const { people, superId, superName, endsAt } = demo;
  await holdAll(tx, people);
  assert((await countOpen(tx, people)) === 0, 'Nobody of the demo plays any more.');
  await refuseCrossed(tx, demo);
  const actor = await actAs(tx, superName);
  for (const id of await pendingOf(tx, people)) {
    await resolveCashRequest(tx, actor, { id, status: 'failed', note: 'The demo was removed' });
  }
  await returnMoney(tx, demo);
  await sql`update users set deleted_at = coalesce(deleted_at, now()), updated_at = now(),
    password_hash = 'removed' where id = any(${people}::bigint[])`.execute(tx);
  for (const table of ['second_factors', 'recovery_codes', 'notifications']) {
    await sql`delete from ${sql.table(table)} where user_id = any(${people}::bigint[])`.execute(tx);
  }
  await sql`update banks set is_deleted = true
    where created_at <= ${endsAt} or owner_id = any(${people}::bigint[])`.execute(tx);
  await sql`delete from support_links
    where created_at <= ${endsAt} or owner_id = any(${people}::bigint[])`.execute(tx);
  await sql`update events set is_active = false where created_at <= ${endsAt}`.execute(tx);
  await sql`delete from demo_story`.execute(tx);
  const password = await renewPassword(tx, superId);
  if (await hasTouchedOthers(tx, demo)) {
    throw new Error('Money of real people would have moved: nothing was done.');
  }
  return { people: people.length, password };
}

async function pendingOf(db: Db, people: bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from cash_requests
    where status = 'pending' and user_id = any(${people}::bigint[]) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether this transaction has written an account of anybody who is neither the demo nor SUPER. */
async function hasTouchedOthers(tx: Tx, { people, superId }: Demo): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where user_id <> all(${[...people, superId]}::bigint[])
      and xmin::text::bigint = (pg_current_xact_id()::text::bigint & 4294967295)
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Everybody can read the demo's. */
async function renewPassword(tx: Tx, superId: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from users where id = ${superId}`.execute(tx);
  if (!(await isPassword(demoSignIns[0].password, rows[0]?.hash ?? ''))) return undefined;
  const password = randomBytes(15).toString('base64url');
  await sql`update users set password_hash = ${await hashPassword(password)}, updated_at = now()
    where id = ${superId}`.execute(tx);
  await endSessionsOf(tx, superId, 'password changed');
  return password;
}
