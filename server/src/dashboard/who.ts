import type { Span, Who } from '@pitboss/contract/dashboard';
import type { Currency } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { LRUCache } from 'lru-cache';
import type { Db } from '../db/database.ts';
import { planAnew } from '../db/plan-anew.ts';
import type { Actor } from '../kernel/actor.ts';
import { dayMs } from '../lists/list-by-time.ts';
import { findBranch, type PlayBranch, playParts } from '../reports/client-play.ts';
import { cutSpan } from '../reports/cover-span.ts';
import type { ClientPlay, PlayMemory } from '../reports/play-memory.ts';
import { assertSpans } from '../reports/play-scope.ts';
import { sumClients } from '../reports/sum-clients.ts';

const shownMax = 5;
const aboveFloorMax = 50;

/**
 * A balance that the largest of a branch were above when they were last looked for: most wallets
 * need not be held against each other, and whoever finds too few looks at all of them.
 */
export type Floors = LRUCache<string, bigint>;

/** Those of a branch to look at, a few of each kind. */
export async function findWho(
  db: Db,
  actor: Actor,
  { currency = actor.currency, from, to }: Span & { currency?: Currency | undefined },
  { memory, floors }: { memory: PlayMemory; floors: Floors },
): Promise<Who> {
  const span = { from, to };
  assertSpans('from', [span]);
  const branch = await findBranch(db, { id: actor.id, isClient: false, currency });
  return {
    ...(await findRanked(db, branch, span, memory)),
    wins: await findWins(db, branch, span),
    newClients: await findNew(db, branch),
    balances: await findBalances(db, branch, floors),
  };
}

type Ranked = Omit<ClientPlay, 'parentId' | 'stakes'>;

/** Whoever won most, by what the operator lost to it, and whoever lost most. */
async function findRanked(db: Db, branch: PlayBranch, span: Span, memory: PlayMemory) {
  const played: readonly Ranked[] = await (branch.isCrowd
    ? readEnds(db, branch, span)
    : sumClients(db, branch, span, memory));
  const winners = firstFew(
    played.filter(({ pl }) => pl < 0n),
    (one, other) => compare(one.pl, other.pl) || compare(one.userId, other.userId),
  );
  const losers = firstFew(
    played.filter(({ pl }) => pl > 0n),
    (one, other) => compare(other.pl, one.pl) || compare(one.userId, other.userId),
  );
  const ids = [...winners, ...losers].map(({ userId }) => userId);
  const names = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', sql<bigint>`any (${ids}::bigint[])`)
    .execute();
  const nameOf = new Map(names.map(({ id, username }) => [id, username]));
  const shown = ({ userId: _id, bets, pl }: Ranked) => {
    const username = nameOf.get(_id) ?? '';
    return { _id, username, bets, pl };
  };
  return { winners: winners.map(shown), losers: losers.map(shown) };
}

/** Those few of a crowd that may come first. */
async function readEnds(db: Db, branch: PlayBranch, span: Span): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    with played as materialized (
      select user_id as "userId", sum(bets)::int as bets, sum(pl)::bigint as pl
      from ${playParts(branch, span, ['user_id', 'bets', 'pl'])} group by 1)
    (select * from played where pl < 0 order by pl, "userId" limit ${shownMax})
    union all
    (select * from played where pl > 0 order by pl desc, "userId" limit ${shownMax})`.execute(db);
  return rows;
}

const compare = (one: bigint, other: bigint) => Number(one > other) - Number(one < other);

/** Those that come first, in their order, without putting all the others in order. */
function firstFew<T>(rows: T[], byOrder: (one: T, other: T) => number): T[] {
  const first: T[] = [];
  for (const row of rows) {
    const last = first[shownMax - 1];
    if (last !== undefined && byOrder(row, last) > 0) continue;
    first.push(row);
    first.sort(byOrder).splice(shownMax);
  }
  return first;
}

/** Of whole days that are folded from those, of the rest from quarters of an hour. */
async function findWins(db: Db, { id, currency, foldedUntil }: PlayBranch, { from, to }: Span) {
  const last = to < foldedUntil ? to : foldedUntil;
  const { whole } = cutSpan({ from, to: last }, dayMs);
  const [days = { from, to: from }] = whole;
  const shown = sql`slot_at, round_id, user_id, stake_minor, cashout_minor`;
  const isOwn = sql`operator_id = ${id} and currency = ${currency}`;
  const slotsIn = (first: Date, end: Date) => sql`
    select ${shown} from big_wins where ${isOwn} and not is_demo
      and slot_at >= ${first}::timestamptz and slot_at < ${end}::timestamptz`;
  const { rows } = await sql<Who['wins'][number]>`
    select u.id as "_id", u.username, w.round_id as round, w.slot_at as at,
      w.stake_minor as stake, w.cashout_minor as cashout
    from (
      select * from (
        ${slotsIn(from, days.from)} union all ${slotsIn(days.to, to)} union all
        select ${shown} from big_win_days where ${isOwn}
          and day >= ${dayOf(days.from)} and day < ${dayOf(days.to)}) known
      order by cashout_minor - stake_minor desc, round_id, user_id limit ${shownMax}) w
    join users u on u.id = w.user_id
    order by w.cashout_minor - w.stake_minor desc, w.round_id, w.user_id`.execute(db);
  return rows;
}

const dayOf = (at: Date) => sql`${at.toISOString().slice(0, 10)}::date`;

/** The newest of each operator's own clients are among the newest of the branch. */
async function findNew(db: Db, { operators, currency }: PlayBranch) {
  const { rows } = await sql<Who['newClients'][number]>`
    select n.id as "_id", n.username, n.created_at as "createdAt"
    from unnest(${operators}::bigint[]) parent (id) cross join lateral (
      select u.id, u.username, u.created_at from users u
      where u.parent_id = parent.id and u.role = 'USER' and u.currency = ${currency}
        and not u.is_demo and u.deleted_at is null
      order by u.id desc limit ${shownMax}) n
    order by n.id desc limit ${shownMax}`.execute(db);
  return rows;
}

async function findBalances(db: Db, branch: PlayBranch, floors: Floors): Promise<Balances> {
  const key = `${branch.id} ${branch.currency}`;
  const floor = floors.get(key);
  const few = floor === undefined ? [] : await findBalancesFrom(db, branch, floor);
  const found = few.length < shownMax ? await findBalancesFrom(db, branch, 1n) : few;
  // Many have to sink below it before there are too few above.
  const last = found[aboveFloorMax - 1];
  if (last) floors.set(key, last.balance);
  else if (found !== few) floors.delete(key);
  return found.slice(0, shownMax);
}

type Balances = Who['balances'];

async function findBalancesFrom(
  db: Db,
  { operators, currency }: PlayBranch,
  leastMinor: bigint,
): Promise<Balances> {
  const { rows } = await sql<Balances[number]>`
    select u.id as "_id", u.username, a.balance_minor as balance
    from users u join accounts a on a.user_id = u.id
    where u.parent_id = any (${operators}::bigint[]) and u.role = 'USER'
      and u.currency = ${currency} and not u.is_demo and u.deleted_at is null
      and a.kind = 'wallet' and a.currency = u.currency
      and a.balance_minor >= ${leastMinor} ${planAnew}
    order by a.balance_minor desc, u.id limit ${aboveFloorMax}`.execute(db);
  return rows;
}
