import assert from 'node:assert/strict';
import type { ClientFigures } from '@pitboss/contract/clients';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { getBelow, type Person } from '../users/tree.ts';

type Play = Pick<ClientFigures, 'bets' | 'stakes' | 'payouts' | 'pl'>;
type Cash = Pick<ClientFigures, 'cashIn' | 'cashOut'>;

/** What an account below the caller has moved and played over its life. */
export async function getFigures(db: Db, actor: Actor, id: bigint): Promise<ClientFigures> {
  const person = await getBelow(db, actor, id);
  const isClient = person.role === 'USER';
  const play = await readOne<Play>(db, isClient ? playOf(person) : branchPlayOf(person));
  const cash = await readOne<Cash>(db, isClient ? cashOf(person) : wallet(person));
  const seen = await readOne<Pick<ClientFigures, 'firstSeenAt' | 'lastSeenAt' | 'sessions'>>(
    db,
    sql`select min(created_at) as "firstSeenAt", max(last_used_at) as "lastSeenAt",
      count(*)::int as sessions from sessions where user_id = ${person.id}`,
  );
  const { currency } = person;
  const isDirect = person.parentId === actor.id;
  return { currency, path: await listPath(db, actor, person), isDirect, ...play, ...cash, ...seen };
}

async function readOne<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row> {
  const { rows } = await sql<Row>`${query}`.execute(db);
  assert(rows[0], 'A sum always has a row.');
  return rows[0];
}

/** From the caller down to the account's own operator; who stands above the caller is not told. */
async function listPath(db: Db, actor: Actor, { ancestorIds }: Person) {
  const ids = ancestorIds.slice(ancestorIds.indexOf(actor.id));
  const { rows } = await sql<ClientFigures['path'][number]>`
    select u.id as "_id", u.username
    from unnest(${ids}::bigint[]) with ordinality above (id, place)
    join users u on u.id = above.id order by above.place`.execute(db);
  return rows;
}

/** Of the settled bets; what is open or was given back counts nothing. */
const sums = sql`coalesce(sum(bets), 0)::int as bets,
  coalesce(sum(stakes_minor), 0)::bigint as stakes,
  coalesce(sum(cashouts_minor), 0)::bigint as payouts,
  coalesce(sum(stakes_minor - cashouts_minor), 0)::bigint as pl`;

function playOf({ id }: Person): RawBuilder<unknown> {
  return sql`select ${sums} from client_days where user_id = ${id}`;
}

function branchPlayOf({ id, currency, isDemo }: Person): RawBuilder<unknown> {
  return sql`select ${sums} from operator_slots
    where operator_id = ${id} and currency = ${currency} and is_demo = ${isDemo}`;
}

/** All that came into a wallet and left it, by days, with what is not folded into them yet. */
function wallet({ id, currency }: Person): RawBuilder<unknown> {
  return sql`
    select coalesce(sum(moved.came), 0)::bigint as "cashIn",
      coalesce(sum(moved.went), 0)::bigint as "cashOut"
    from accounts a left join lateral (
      select d.deposits_minor, d.withdrawals_minor from wallet_days d where d.account_id = a.id
      union all
      select greatest(e.amount_minor, 0), greatest(-e.amount_minor, 0) from entries e
      where e.account_id = a.id and e.owner_id is not null
        and e.created_at >= (select folded_until from statement_folding)
    ) moved (came, went) on true
    where a.user_id = ${id} and a.kind = 'wallet' and a.currency = ${currency}`;
}

/**
 * What was paid to a client and by it. The days of its wallet count every move; taken from them are
 * stakes and what they brought back, which the days of its bets know, what is at stake now, and
 * what was held for a withdrawal: it came back, or still waits, and was not paid out.
 */
function cashOf(person: Person): RawBuilder<unknown> {
  const { id, currency } = person;
  const held = (kind: string) => sql`(select a.balance_minor from accounts a
    where a.user_id = ${id} and a.kind = ${kind} and a.currency = ${currency})`;
  return sql`
    select moved."cashIn" - played.back - released.total as "cashIn",
      moved."cashOut" - played.stakes - ${held('stakes')} - released.total
        - ${held('withdrawals')} as "cashOut"
    from (${wallet(person)}) moved
    cross join (
      select coalesce(sum(cashouts_minor + void_stakes_minor), 0)::bigint as back,
        coalesce(sum(stakes_minor + void_stakes_minor), 0)::bigint as stakes
      from client_days where user_id = ${id}) played
    cross join (
      select coalesce(sum(t.amount_minor), 0)::bigint as total
      from cash_requests r join transfers t on t.cash_request_id = r.id
      where r.user_id = ${id} and r.type = 'withdraw' and t.kind = 'release') released`;
}
