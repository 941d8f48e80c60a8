import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { OperatorPl, playReports } from '@pitboss/contract/play-reports';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { slotsIn } from './client-play.ts';
import type { PlayerCounts } from './count-players.ts';
import { assertSpans, findScope } from './play-scope.ts';
import { sumPlay } from './sum-play.ts';

interface Child {
  _id: bigint;
  username: string;
  isDeleted: boolean;
}

/**
 * The branches directly below an operator that played in the span, those that brought most first,
 * then what the operator's own clients played: together they are all of its branch.
 */
export async function sumByOperator(
  db: Db,
  actor: Actor,
  { from, to, ...asked }: BodyOf<typeof playReports.byOperator>,
  counts: PlayerCounts,
): Promise<ResultOf<typeof playReports.byOperator>> {
  assertSpans('from', [{ from, to }]);
  const scope = await findScope(db, actor, asked);
  const span = { from, to };
  const { rows: children } = await sql<Child>`
    select u.id as "_id", u.username, u.deleted_at is not null as "isDeleted"
    from users u where u.parent_id = ${scope.id} and u.role <> 'USER'
      and exists (select from operator_slots s where s.operator_id = u.id
        and s.currency = ${scope.currency} and not s.is_demo
        and s.slot_at >= ${from}::timestamptz and s.slot_at < ${to}::timestamptz)`.execute(db);
  const rows: OperatorPl[] = [];
  for (const operator of children) {
    const below = { ...scope, id: operator._id };
    const [play] = await sumPlay(db, below, [span], counts);
    if (play && play.bets > 0) rows.push({ operator, ...play });
  }
  rows.sort((one, other) => Number(other.pl - one.pl));
  const [totals] = await sumPlay(db, scope, [span], counts);
  if (!totals) throw new Error('A span always has its sums.');
  const rest = (of: 'stakes' | 'cashout' | 'pl') =>
    rows.reduce((left, row) => left - row[of], totals[of]);
  const bets = rows.reduce((left, row) => left - row.bets, totals.bets);
  if (bets > 0) {
    const own = { stakes: rest('stakes'), cashout: rest('cashout'), pl: rest('pl') };
    const players = scope.isClient
      ? 1
      : await countOwn(db, { ...scope, operators: [scope.id] }, span);
    rows.push({ operator: null, bets, ...own, players });
  }
  return { currency: scope.currency, rows, totals };
}

async function countOwn(
  db: Db,
  branch: Parameters<typeof slotsIn>[0],
  span: Parameters<typeof slotsIn>[1],
) {
  const { rows } = await sql<{ players: number }>`
    select count(distinct c.user_id)::int as players from ${slotsIn(branch, span)}`.execute(db);
  return rows[0]?.players ?? 0;
}
