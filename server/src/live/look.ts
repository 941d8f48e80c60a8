import type { LivePending, LivePlay, LiveRound, LiveWallet } from '@pitboss/contract/live';
import type { Currency, Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type NotificationRow, notificationColumns } from '../notifications/notification-row.ts';
import { isOpen } from '../rounds/open-bets.ts';

/** What is the same for everybody. */
interface Shared {
  at: Date;
  /** Whatever was begun before this transaction has been seen. */
  cursor: string;
  round: LiveRound | null;
  isMaintenance: boolean | null;
}

/** One operator's share of a look. */
export interface Share {
  play: LivePlay[];
  pending: LivePending[];
  wallets: LiveWallet[];
}

export interface Look extends Shared {
  shareOf(operator: Watcher): Share;
}

/** Who looks; nothing of anybody else's comes into its share. */
export interface Watcher {
  id: bigint;
  currency: Currency;
}

/** What open panels show, read once for all of them; in one snapshot. */
export async function look(db: Db, watchers: Watcher[]): Promise<Look> {
  const ids = sql`${watchers.map(({ id }) => id)}::bigint[]`;
  const shared = await lookAtRound(db);
  const roundId = shared.round?.round ?? 0n;
  const [open, ended, pending, balances] = await Promise.all([
    findOpen(db, ids, roundId),
    shared.round?.state === 'crashed' ? findEnded(db, ids, roundId) : [],
    findPending(db, ids),
    findBalances(db, ids),
  ]);
  const of = <R extends { operatorId: bigint }>(rows: R[]) =>
    Map.groupBy(rows, ({ operatorId }) => operatorId);
  const [openOf, endedOf] = [of(open), of(ended)];
  const [pendingOf, balancesOf] = [of(pending), of(balances)];
  return {
    ...shared,
    shareOf: ({ id, currency }) => {
      const own = openOf.get(id) ?? [];
      return {
        play: addUp(own, endedOf.get(id) ?? []),
        pending: (pendingOf.get(id) ?? []).map(({ operatorId: _, ...row }) => row),
        wallets: (balancesOf.get(id) ?? [])
          .map((wallet) => ({
            currency: wallet.currency,
            balance: wallet.balance,
            exposure: -(own.find((one) => one.currency === wallet.currency)?.atStake ?? 0n),
          }))
          .sort((a, b) => Number(b.currency === currency) - Number(a.currency === currency)),
      };
    },
  };
}

interface RoundNow extends Omit<LiveRound, 'round'>, Omit<Shared, 'round'> {
  round: bigint | null;
}

/** The draw is not read: before the crash it is nobody's to know. */
async function lookAtRound(db: Db): Promise<Shared> {
  const { rows } = await sql<RoundNow>`
    select platform_now() as at, pg_snapshot_xmin(pg_current_snapshot())::text as cursor,
      (select is_maintenance from games where name = 'Aviator') as "isMaintenance",
      r.id as round, r.state, r.multiplier_hundredths as multiplier,
      r.betting_until as "bettingUntil", r.flying_at as "startedAt", r.doubling_ms as "doublingMs"
    from (values (1)) one left join rounds r on r.id = (select present_round())`.execute(db);
  const [{ at, cursor, isMaintenance, round, ...flight }] = rows as [RoundNow];
  return { at, cursor, isMaintenance, round: round === null ? null : { round, ...flight } };
}

interface Open {
  operatorId: bigint;
  currency: Currency;
  bets: number;
  stakes: Minor;
  /** In every round. */
  atStake: Minor;
}

/** The operators of these ids that stand above, or are, the operator of a row of `from`. */
function above(from: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${from} o join users p on p.id = o.parent_id
    cross join unnest(p.ancestor_ids || p.id) above (id) where above.id = any (${ids})`;
}

/** As in reports, no play money. */
async function findOpen(db: Db, ids: RawBuilder<unknown>, roundId: bigint): Promise<Open[]> {
  const { rows } = await sql<Open>`
    with open as materialized (
      select b.parent_id, b.currency, count(*) filter (where b.round_id = ${roundId}) as bets,
        coalesce(sum(b.stake_minor) filter (where b.round_id = ${roundId}), 0) as stakes,
        sum(b.stake_minor) as at_stake
      from bets b where ${isOpen} and not b.is_demo group by 1, 2)
    select above.id as "operatorId", o.currency, sum(o.bets)::int as bets,
      sum(o.stakes)::bigint as stakes, sum(o.at_stake)::bigint as "atStake"
    from ${above(sql`open`, ids)} group by 1, 2 order by 2`.execute(db);
  return rows;
}

interface Ended {
  operatorId: bigint;
  currency: Currency;
  bets: number;
  stakes: Minor;
  cashouts: Minor;
}

async function findEnded(db: Db, ids: RawBuilder<unknown>, roundId: bigint): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select operator_id as "operatorId", currency, bets::int, stakes_minor as stakes,
      cashouts_minor as cashouts
    from round_operators
    where operator_id = any (${ids}) and currency in ('USD', 'INR', 'PKR') and not is_demo
      and round_id = ${roundId} order by currency`.execute(db);
  return rows;
}

/** A round's figures: what is open and what has ended, by currency. */
function addUp(open: Open[], ended: Ended[]): LivePlay[] {
  const currencies = new Set([...ended, ...open].map(({ currency }) => currency));
  const play = [...currencies].sort().map((currency) => {
    const now = open.find((one) => one.currency === currency);
    const over = ended.find((one) => one.currency === currency);
    return {
      currency,
      bets: (now?.bets ?? 0) + (over?.bets ?? 0),
      stakes: (now?.stakes ?? 0n) + (over?.stakes ?? 0n),
      cashouts: over?.cashouts ?? 0n,
      exposure: -(now?.stakes ?? 0n),
    };
  });
  return play.filter(({ bets }) => bets > 0);
}

/** As the queue counts them: everything that waits, without demo accounts. */
async function findPending(
  db: Db,
  ids: RawBuilder<unknown>,
): Promise<(LivePending & { operatorId: bigint })[]> {
  const { rows } = await sql<LivePending & { operatorId: bigint }>`
    with waiting as materialized (
      select r.parent_id, r.currency, count(*) as count, max(r.id) as newest,
        coalesce(sum(r.amount_minor) filter (where r.type = 'deposit'), 0) as deposit,
        coalesce(sum(r.amount_minor) filter (where r.type = 'withdraw'), 0) as withdraw
      from cash_requests r join users u on u.id = r.user_id
      where r.status = 'pending' and not u.is_demo group by 1, 2)
    select above.id as "operatorId", o.currency, sum(o.count)::int as count,
      sum(o.deposit)::bigint as deposit, sum(o.withdraw)::bigint as withdraw,
      max(o.newest) as newest
    from ${above(sql`waiting`, ids)} group by 1, 2 order by 2`.execute(db);
  return rows;
}

interface Balance {
  operatorId: bigint;
  currency: Currency;
  balance: Minor;
}

async function findBalances(db: Db, ids: RawBuilder<unknown>): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select user_id as "operatorId", currency, balance_minor as balance from accounts
    where user_id = any (${ids}) and kind = 'wallet' order by id`.execute(db);
  return rows;
}

/** More than anybody reads at once; the bell has the rest. */
const caughtUpMax = 100;

/** The notifications of one person that may have come to be seen since a look. */
export async function findMissed(
  db: Db,
  userId: bigint,
  since: string,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select * from (
      select ${notificationColumns} from notifications n
      where n.user_id = ${userId} and n.xact >= ${since}::xid8 order by n.id desc
      limit ${caughtUpMax}) n order by id`.execute(db);
  return rows;
}

/**
 * Those of all these people since a look. Some were seen then already: what began before the look
 * may have ended before it or after. Nothing takes minutes to commit.
 */
export async function findNew(
  db: Db,
  watchers: Watcher[],
  since: string,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${notificationColumns} from notifications n
    where n.xact >= ${since}::xid8 and n.at > platform_now() - interval '10 minutes'
      and n.user_id = any (${watchers.map(({ id }) => id)}::bigint[]) order by n.id`.execute(db);
  return rows;
}
