import { builtInUnder, type Table, tableOf } from '@pitboss/engine/band';
import { type ReturnRules, returnProblems } from '@pitboss/engine/return-problems';
import { tableHash } from '@pitboss/engine/table-hash';
import { sql } from 'kysely';
import { recordEvent } from '../audit/record-event.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { toJson } from '../kernel/json.ts';
import { Refusal } from '../kernel/refusal.ts';
import { getDraft, holdDraft } from './draft.ts';
import {
  drawnFrom,
  getMultiplierTable,
  holdMultiplierTable,
  type MultiplierTable,
  type StoredBand,
} from './tables.ts';

/** The table that these bands are once they are published; without any the built-in one. */
function tableUnder(bands: StoredBand[], { limitMillionths }: ReturnRules): Table {
  return tableOf(bands, builtInUnder(limitMillionths).returnMillionths);
}

/** Names the draft by what it holds: whoever publishes says what was seen. */
export async function getDraftState(db: Db, rules: ReturnRules) {
  const { bands, changedAt, changedBy } = await getDraft(db);
  return { hash: tableHash(tableUnder(bands, rules)), changedAt, changedBy };
}

interface Order {
  reason: string;
  /** The draft that the caller saw. */
  draftHash?: string | undefined;
}

/** The draft becomes the version in play, from the next round on, if its returns are allowed. */
export async function publishDraft(
  tx: Tx,
  actor: Actor,
  { reason, draftHash }: Order,
  rules: ReturnRules,
): Promise<{ version: bigint; fromRound: bigint; change: Change }> {
  const bands = await holdDraft(tx);
  const table = tableUnder(bands, rules);
  if (draftHash !== undefined && draftHash !== tableHash(table)) {
    throw new Refusal('conflict', 'The draft has changed meanwhile: look at it again.');
  }
  const problems = returnProblems(table, rules);
  if (problems.length > 0) throw new Refusal('invalid', problems.join(' '));
  const before = await holdMultiplierTable(tx, 'alone');
  if (before.hash === tableHash(table)) {
    throw new Refusal('conflict', 'The draft is what is in play: there is nothing to publish.');
  }
  return addVersion(tx, before, bands, table, { actorId: actor.id, reason });
}

/**
 * Where the built-in table is in play and no more the one that the limit asks for, that one becomes
 * the next version; whatever else is in play is SUPER's to change. Answers with its number.
 */
export async function followLimit(db: Db, rules: ReturnRules): Promise<bigint | undefined> {
  if (!isToFollow(await getMultiplierTable(db), rules)) return undefined;
  return inTransaction(db, async (tx) => {
    const before = await holdMultiplierTable(tx, 'alone');
    if (!isToFollow(before, rules)) return undefined;
    const reason = 'The built-in table follows RTP_LIMIT_PERCENT.';
    const by = { actorId: null, reason };
    const { version, change } = await addVersion(tx, before, [], tableUnder([], rules), by);
    await recordEvent(tx, {
      actor: null,
      actorName: 'platform',
      origin: { address: '', requestId: '' },
      action: 'multipliers.publish',
      change,
      outcome: 'done',
      message: reason,
    });
    return version;
  });
}

function isToFollow(inPlay: MultiplierTable, rules: ReturnRules): boolean {
  if (inPlay.bands.length > 0) return false;
  const table = tableUnder([], rules);
  return tableHash(drawnFrom(inPlay)) !== tableHash(table) && !returnProblems(table, rules)[0];
}

async function addVersion(
  tx: Tx,
  before: MultiplierTable,
  bands: StoredBand[],
  table: Table,
  { actorId, reason }: { actorId: bigint | null; reason: string },
): Promise<{ version: bigint; fromRound: bigint; change: Change }> {
  const builtIn = 'returnMillionths' in table ? table.returnMillionths : null;
  const { id: version } = await tx
    .insertInto('multiplier_tables')
    .values({
      bands: toJson(bands),
      hash: tableHash(table),
      actor_id: actorId,
      reason,
      built_in_millionths: builtIn,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fromRound = await nextRound(tx);
  const after = { version, bands, builtInMillionths: builtIn, reason, fromRound };
  const { version: past, bands: pastBands } = before;
  const change: Change = {
    kind: 'multiplier-version',
    id: version,
    before: { version: past, bands: pastBands, builtInMillionths: before.builtInMillionths },
    after,
  };
  return { version, fromRound, change };
}

/** The number that the next round has, or a later one. */
export async function nextRound(db: Db): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select coalesce(last_value, 0) + 1 as id from pg_sequences
    where schemaname = current_schema() and sequencename = 'rounds_id_seq'`.execute(db);
  return rows[0]?.id ?? 1n;
}
