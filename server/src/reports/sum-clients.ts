import type { Span } from '@pitboss/contract/dashboard';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type PlayBranch, playParts } from './client-play.ts';
import { keyOf, type PackedPlay, type PlayMemory } from './play-memory.ts';
import { sumSpans } from './sum-spans.ts';

export interface ClientPlay {
  userId: bigint;
  parentId: bigint;
  bets: number;
  pl: bigint;
}

/**
 * What each client of a branch played in a span; those who did not are not in it. Of a crowd it
 * would keep the node from serving anybody else for too long.
 */
export async function sumClients(
  db: Db,
  branch: PlayBranch,
  { from, to }: Span,
  memory: PlayMemory,
): Promise<ClientPlay[]> {
  const until = to < branch.foldedUntil ? to : branch.foldedUntil;
  if (until <= from) return readClients(db, branch, { from, to });
  const folded = await sumFolded(db, branch, { from, to: until }, memory);
  return until < to
    ? plus(folded, await readClients(db, branch, { from: until, to }))
    : all(folded);
}

async function readClients(db: Db, branch: PlayBranch, span: Span): Promise<ClientPlay[]> {
  const { rows } = await sql<ClientPlay>`
    select user_id as "userId", min(parent_id) as "parentId", sum(bets)::int as bets,
      sum(pl)::bigint as pl
    from ${playParts(branch, span, ['user_id', 'parent_id', 'bets', 'pl'])}
    group by 1 having sum(bets) > 0`.execute(db);
  return rows;
}

async function sumFolded(
  db: Db,
  branch: PlayBranch,
  span: Span,
  { clients }: PlayMemory,
): Promise<PackedPlay> {
  const [sums] = await sumSpans(db, branch, [span]);
  const key = keyOf(branch, { ...span, bets: sums?.bets ?? 0n });
  const known = clients.get(key);
  if (known) return known;
  const read = pack(await readClients(db, branch, span));
  clients.set(key, read);
  return read;
}

function pack(clients: ClientPlay[]): PackedPlay {
  return {
    users: BigInt64Array.from(clients, ({ userId }) => userId),
    parents: BigInt64Array.from(clients, ({ parentId }) => parentId),
    bets: Float64Array.from(clients, ({ bets }) => bets),
    pl: BigInt64Array.from(clients, ({ pl }) => pl),
  };
}

function all({ users, parents, bets, pl }: PackedPlay): ClientPlay[] {
  return Array.from(users, (userId, place) => ({
    userId,
    parentId: parents[place] ?? 0n,
    bets: bets[place] ?? 0,
    pl: pl[place] ?? 0n,
  }));
}

function plus(folded: PackedPlay, later: ClientPlay[]): ClientPlay[] {
  const laterOf = new Map(later.map((client) => [client.userId, client]));
  const sums = all(folded);
  for (const sum of sums) {
    const client = laterOf.get(sum.userId);
    if (!client) continue;
    sum.bets += client.bets;
    sum.pl += client.pl;
    laterOf.delete(sum.userId);
  }
  return [...sums, ...laterOf.values()];
}
