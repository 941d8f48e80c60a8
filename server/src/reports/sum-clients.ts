import type { Span } from '@pitboss/contract/dashboard';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type PlayBranch, playParts } from './client-play.ts';
import { type ClientPlay, keyOf, type PlayMemory } from './play-memory.ts';
import { sumSpans } from './sum-spans.ts';

/**
 * What each client of a branch played in a span; those who did not are not in it. Of a crowd it
 * would keep the node from serving anybody else for too long.
 */
export async function sumClients(
  db: Db,
  branch: PlayBranch,
  { from, to }: Span,
  memory: PlayMemory,
): Promise<readonly ClientPlay[]> {
  const until = to < branch.foldedUntil ? to : branch.foldedUntil;
  if (until <= from) return readClients(db, branch, { from, to });
  const folded = await sumFolded(db, branch, { from, to: until }, memory);
  return until < to ? plus(folded, await readClients(db, branch, { from: until, to })) : folded;
}

async function readClients(db: Db, branch: PlayBranch, span: Span): Promise<ClientPlay[]> {
  const { rows } = await sql<ClientPlay>`
    select user_id as "userId", min(parent_id) as "parentId", sum(bets)::int as bets,
      sum(stakes)::bigint as stakes, sum(pl)::bigint as pl
    from ${playParts(branch, span, ['user_id', 'parent_id', 'bets', 'stakes', 'pl'])}
    group by 1 having sum(bets) > 0`.execute(db);
  return rows;
}

async function sumFolded(
  db: Db,
  branch: PlayBranch,
  span: Span,
  { clients }: PlayMemory,
): Promise<readonly ClientPlay[]> {
  const [sums] = await sumSpans(db, branch, [span]);
  const key = keyOf(branch, { ...span, bets: sums?.bets ?? 0n });
  const known = clients.get(key);
  if (known) return known;
  const read = await readClients(db, branch, span);
  clients.set(key, read);
  return read;
}

/** Those of before stay as they are: they are remembered. */
function plus(folded: readonly ClientPlay[], later: ClientPlay[]): ClientPlay[] {
  const laterOf = new Map(later.map((client) => [client.userId, client]));
  const sums = folded.map((client) => {
    const more = laterOf.get(client.userId);
    if (!more) return client;
    laterOf.delete(client.userId);
    const [bets, stakes] = [client.bets + more.bets, client.stakes + more.stakes];
    return { ...client, bets, stakes, pl: client.pl + more.pl };
  });
  return [...sums, ...laterOf.values()];
}
