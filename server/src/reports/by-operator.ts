import type { Span } from '@pitboss/contract/dashboard';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { OperatorPl, playReports } from '@pitboss/contract/play-reports';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { findBranch, playOfClients } from './client-play.ts';
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
    select u.id as "_id", u.username, u.deleted_at is not null as "isDeleted",
      count(*)::int as players, sum(p.bets)::bigint as bets, sum(p.stakes)::bigint as stakes,
      sum(p.cashout)::bigint as cashout, sum(p.pl)::bigint as pl
    from (${playOfClients(branch, span)}) p
    join (select id, (ancestor_ids || id)[array_position(ancestor_ids || id, ${scope.id}) + 1]
        as child_id from users where id = any (${branch.operators}::bigint[])) o
      on o.id = p.parent_id
    join users u on u.id = coalesce(o.child_id, ${scope.id})
    group by u.id order by u.id = ${scope.id}, sum(p.pl) desc, u.id`.execute(db);
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
