import type { Span } from '@pitboss/contract/dashboard';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { OperatorPl, playReports } from '@pitboss/contract/play-reports';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { findBranch, type PlayBranch, playParts } from './client-play.ts';
import type { ClientPlay, PlayMemory } from './play-memory.ts';
import { assertSpans, findScope, type PlayScope } from './play-scope.ts';
import { sumClients } from './sum-clients.ts';
import { sumPlay } from './sum-play.ts';

type Played = Omit<OperatorPl, 'operator'>;

/** A branch directly below an operator, or the operator for its own clients, and who is in it. */
interface Below {
  operatorId: bigint;
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
  const played = branch.isCrowd
    ? await readOperators(db, branch, span)
    : operatorsIn(await sumClients(db, branch, span, memory));
  const belows = await findBelows(db, scope, [...played.keys()]);
  const rows = [...Map.groupBy(belows, ({ _id }) => _id).values()].flatMap((operators) => {
    const [below] = operators;
    if (!below) return [];
    const { _id, username, isDeleted } = below;
    const sums = operators.map(({ operatorId }) => played.get(operatorId) ?? nothing);
    const operator = _id === scope.id ? null : { _id, username, isDeleted };
    return [{ operator, ...sums.reduce(plus, nothing) }];
  });
  return rows.toSorted(byWhatTheyBrought);
}

/** What the clients of each operator played, and how many of them did. */
function operatorsIn(clients: readonly ClientPlay[]): Map<bigint, Played> {
  const played = new Map<bigint, Played>();
  for (const { parentId, bets, stakes, pl } of clients) {
    const own = { bets, stakes, cashout: stakes - pl, pl, players: 1 };
    played.set(parentId, plus(played.get(parentId) ?? nothing, own));
  }
  return played;
}

/** The same of a crowd, added up by the database. */
async function readOperators(db: Db, branch: PlayBranch, span: Span): Promise<Map<bigint, Played>> {
  const { rows } = await sql<Omit<Played, 'bets'> & { parentId: bigint; bets: bigint }>`
    select "parentId", players, bets, stakes, stakes - pl as cashout, pl
    from (
      select parent_id as "parentId", sum(bets)::bigint as bets, sum(stakes)::bigint as stakes,
        sum(pl)::bigint as pl
      from ${playParts(branch, span, ['parent_id', 'bets', 'stakes', 'pl'])} group by 1
    ) operator join (
      select "parentId", count(*)::int as players
      from (select min(parent_id) as "parentId"
        from ${playParts(branch, span, ['parent_id', 'user_id', 'bets'])}
        group by user_id having sum(bets) > 0) client group by 1
    ) counted using ("parentId")`.execute(db);
  return new Map(
    rows.map(({ parentId, bets, ...own }) => [parentId, { bets: Number(bets), ...own }]),
  );
}

async function findBelows(db: Db, scope: PlayScope, operators: bigint[]): Promise<Below[]> {
  const { rows } = await sql<Below>`
    select o.id as "operatorId", c.id as "_id", c.username, c.deleted_at is not null as "isDeleted"
    from users o join users c on c.id = coalesce((o.ancestor_ids || o.id)[
      array_position(o.ancestor_ids || o.id, ${scope.id}) + 1], ${scope.id})
    where o.id = any (${operators}::bigint[])`.execute(db);
  return rows;
}

/** An operator's own clients come last. */
function byWhatTheyBrought(one: OperatorPl, other: OperatorPl): number {
  if (!one.operator || !other.operator) return one.operator ? -1 : 1;
  if (one.pl !== other.pl) return one.pl > other.pl ? -1 : 1;
  return one.operator._id < other.operator._id ? -1 : 1;
}

const nothing: Played = { bets: 0, stakes: 0n, cashout: 0n, pl: 0n, players: 0 };

const plus = (sum: Played, row: Played): Played => ({
  bets: sum.bets + row.bets,
  stakes: sum.stakes + row.stakes,
  cashout: sum.cashout + row.cashout,
  pl: sum.pl + row.pl,
  players: sum.players + row.players,
});
