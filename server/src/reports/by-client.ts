import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import { type ClientPl, playReports } from '@pitboss/contract/play-reports';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { searchTerm, searchTexts } from '../lists/search.ts';
import { assertRange, orderKeys, sortKeysOf } from '../lists/table-page.ts';
import { findBranch, playOfClients } from './client-play.ts';
import { findScope } from './play-scope.ts';

const sortKeys = sortKeysOf(playReports.byClient, {
  username: sql`lower(u.username)`,
  bets: sql`p.bets`,
  stakes: sql`p.stakes`,
  cashout: sql`p.cashout`,
  pl: sql`p.pl`,
});

interface Sums {
  all: bigint;
  players: bigint;
  bets: bigint;
  stakes: bigint;
  cashout: bigint;
}

/** The clients of a branch that played in the dates, with what each played. */
export async function listByClient(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof playReports.byClient>,
): Promise<ResultOf<typeof playReports.byClient>> {
  assertRange(query);
  const scope = await findScope(db, actor, query);
  const branch = await findBranch(db, scope);
  const from = query.startDate ?? new Date(0);
  const to = query.endDate ? new Date(query.endDate.getTime() + 1) : new Date('9999-01-01');
  const term = searchTerm(query);
  const found = term ? searchTexts(term, [sql`u.username`]).all : sql`true`;
  const whose = scope.isClient ? sql`u.id = ${scope.id}` : sql`true`;
  const source = sql`(${playOfClients(branch, { from, to })}) p join users u on u.id = p.user_id
    where ${whose}`;
  const { rows } = await sql<ClientPl>`
    select u.id as "_id", u.username, p.bets::int as bets, p.stakes, p.cashout, p.pl
    from ${source} and ${found} order by ${orderKeys(query, sortKeys, sql`u.id`)}
    limit ${query.length} offset ${query.start}`.execute(db);
  const sums = await sql<Sums>`
    select count(*) as all, count(*) filter (where ${found}) as players,
      coalesce(sum(p.bets) filter (where ${found}), 0)::bigint as bets,
      coalesce(sum(p.stakes) filter (where ${found}), 0)::bigint as stakes,
      coalesce(sum(p.cashout) filter (where ${found}), 0)::bigint as cashout
    from ${source}`.execute(db);
  const total = sums.rows[0] ?? { all: 0n, players: 0n, bets: 0n, stakes: 0n, cashout: 0n };
  const { stakes, cashout } = total;
  return {
    data: {
      draw: query.draw,
      data: rows,
      recordsTotal: Number(total.all),
      recordsFiltered: Number(total.players),
    },
    totals: {
      bets: Number(total.bets),
      stakes,
      cashout,
      pl: stakes - cashout,
      players: Number(total.players),
    },
  };
}
