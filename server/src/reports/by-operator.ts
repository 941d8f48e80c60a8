import type { Span } from '@pitboss/contract/dashboard';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { OperatorPl, playReports } from '@pitboss/contract/play-reports';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { findBranch, playParts } from './client-play.ts';
import { assertSpans, findScope, type PlayScope } from './play-scope.ts';
import { sumPlay } from './sum-play.ts';

type Played = Omit<OperatorPl, 'operator'>;
type Row = Omit<Played, 'bets'> & { bets: bigint } & NonNullable<OperatorPl['operator']>;

/**
 * The branches directly below an operator that played in the span, those that brought most first,
 * then what the operator's own clients played: together they are all of its branch.
 */
export async function sumByOperator(
  db: Db,
  actor: Actor,
  { from, to, ...asked }: BodyOf<typeof playReports.byOperator>,
): Promise<ResultOf<typeof playReports.byOperator>> {
  assertSpans('from', [{ from, to }]);
  const scope = await findScope(db, actor, asked);
  const rows = await findRows(db, scope, { from, to });
  return { currency: scope.currency, rows, totals: rows.reduce<Played>(plus, nothing) };
}

async function findRows(db: Db, scope: PlayScope, span: Span): Promise<OperatorPl[]> {
  if (scope.isClient) {
    const [own] = await sumPlay(db, scope, [span], new Map());
    return own && own.bets > 0 ? [{ operator: null, ...own }] : [];
  }
  const branch = await findBranch(db, scope);
  const { rows } = await sql<Row>`
    with child as materialized (
      select id as parent_id, coalesce((ancestor_ids || id)[
        array_position(ancestor_ids || id, ${scope.id}) + 1], ${scope.id}) as id
      from users where id = any (${branch.operators}::bigint[])
    ), played as (
      select child.id, count(*)::int as players
      from (select min(parent_id) as parent_id
        from ${playParts(branch, span, ['parent_id', 'user_id', 'bets'])}
        group by user_id having sum(bets) > 0) client join child using (parent_id) group by 1
    )
    select u.id as "_id", u.username, u.deleted_at is not null as "isDeleted", p.players,
      sum(s.bets)::bigint as bets, sum(s.stakes)::bigint as stakes,
      (sum(s.stakes) - sum(s.pl))::bigint as cashout, sum(s.pl)::bigint as pl
    from (
      select parent_id, sum(bets) as bets, sum(stakes) as stakes, sum(pl) as pl
      from ${playParts(branch, span, ['parent_id', 'bets', 'stakes', 'pl'])} group by 1
    ) s join child using (parent_id) join played p on p.id = child.id
    join users u on u.id = child.id
    group by u.id, p.players order by u.id = ${scope.id}, sum(s.pl) desc, u.id`.execute(db);
  return rows.map(({ _id, username, isDeleted, bets, ...play }) => ({
    operator: _id === scope.id ? null : { _id, username, isDeleted },
    ...play,
    bets: Number(bets),
  }));
}

const nothing: Played = { bets: 0, stakes: 0n, cashout: 0n, pl: 0n, players: 0 };

const plus = (sum: Played, row: Played): Played => ({
  bets: sum.bets + row.bets,
  stakes: sum.stakes + row.stakes,
  cashout: sum.cashout + row.cashout,
  pl: sum.pl + row.pl,
  players: sum.players + row.players,
});
