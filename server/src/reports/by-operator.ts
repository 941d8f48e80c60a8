import type { Span } from '@pitboss/contract/dashboard';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { OperatorPl, playReports } from '@pitboss/contract/play-reports';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { findBranch, type PlayBranch, playParts } from './client-play.ts';
import type { PlayMemory } from './play-memory.ts';
import { assertSpans, findScope, type PlayScope } from './play-scope.ts';
import { sumClients } from './sum-clients.ts';
import { sumPlay } from './sum-play.ts';

type Played = Omit<OperatorPl, 'operator'>;

/** A branch directly below, and its operators that have clients who played. */
type Row = Omit<Played, 'bets' | 'players'> &
  NonNullable<OperatorPl['operator']> & { bets: bigint; operators: bigint[] };

/**
 * The branches directly below an operator that played in the span, those that brought most first,
 * then what the operator's own clients played: together they are all of its branch.
 */
export async function sumByOperator(
  db: Db,
  actor: Actor,
  { from, to, ...asked }: BodyOf<typeof playReports.byOperator>,
  memory: PlayMemory,
): Promise<ResultOf<typeof playReports.byOperator>> {
  assertSpans('from', [{ from, to }]);
  const scope = await findScope(db, actor, asked);
  const rows = await findRows(db, scope, { from, to }, memory);
  return { currency: scope.currency, rows, totals: rows.reduce<Played>(plus, nothing) };
}

async function findRows(
  db: Db,
  scope: PlayScope,
  span: Span,
  memory: PlayMemory,
): Promise<OperatorPl[]> {
  if (scope.isClient) {
    const [own] = await sumPlay(db, scope, [span], memory);
    return own && own.bets > 0 ? [{ operator: null, ...own }] : [];
  }
  const branch = await findBranch(db, scope);
  const { rows } = await sql<Row>`
    select min(c.id) as "_id", min(c.username) as username,
      bool_or(c.deleted_at is not null) as "isDeleted", array_agg(o.id) as operators,
      sum(s.bets)::bigint as bets, sum(s.stakes)::bigint as stakes,
      (sum(s.stakes) - sum(s.pl))::bigint as cashout, sum(s.pl)::bigint as pl
    from (
      select parent_id, sum(bets) as bets, sum(stakes) as stakes, sum(pl) as pl
      from ${playParts(branch, span, ['parent_id', 'bets', 'stakes', 'pl'])}
      group by 1 having sum(bets) > 0
    ) s join users o on o.id = s.parent_id
    join users c on c.id = coalesce((o.ancestor_ids || o.id)[
      array_position(o.ancestor_ids || o.id, ${scope.id}) + 1], ${scope.id})
    group by c.id order by c.id = ${scope.id}, sum(s.pl) desc, c.id`.execute(db);
  const players = await countByParent(db, branch, span, memory);
  return rows.map(({ _id, username, isDeleted, operators, bets, ...play }) => ({
    operator: _id === scope.id ? null : { _id, username, isDeleted },
    ...play,
    players: operators.reduce((sum, id) => sum + (players.get(id) ?? 0), 0),
    bets: Number(bets),
  }));
}

async function countByParent(
  db: Db,
  branch: PlayBranch,
  span: Span,
  memory: PlayMemory,
): Promise<Map<bigint, number>> {
  const players = new Map<bigint, number>();
  if (branch.isCrowd) {
    const { rows } = await sql<{ parentId: bigint; players: number }>`
      select "parentId", count(*)::int as players
      from (select min(parent_id) as "parentId"
        from ${playParts(branch, span, ['parent_id', 'user_id', 'bets'])}
        group by user_id having sum(bets) > 0) client group by 1`.execute(db);
    for (const row of rows) players.set(row.parentId, row.players);
    return players;
  }
  for (const { parentId } of await sumClients(db, branch, span, memory)) {
    players.set(parentId, (players.get(parentId) ?? 0) + 1);
  }
  return players;
}

const nothing: Played = { bets: 0, stakes: 0n, cashout: 0n, pl: 0n, players: 0 };

const plus = (sum: Played, row: Played): Played => ({
  bets: sum.bets + row.bets,
  stakes: sum.stakes + row.stakes,
  cashout: sum.cashout + row.cashout,
  pl: sum.pl + row.pl,
  players: sum.players + row.players,
});
