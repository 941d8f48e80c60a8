import type { ReturnRules } from '@pitboss/engine/return-problems';
import { sql } from 'kysely';
import { cashOutBets } from '../bets/cash-out.ts';
import { type NewBet, type PlacedBet, placeBets, sentenceOf } from '../bets/place-bets.ts';
import type { Tx } from '../db/database.ts';
import type { Service } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';
import { countUnsettled } from '../rounds/find-left.ts';
import { openRound } from '../rounds/open-round.ts';
import { getRound, holdRound, type RoundRow, roundNotFound } from '../rounds/round-row.ts';
import { crashRound, settleRound, startRound, voidRound } from '../rounds/round-steps.ts';

/** Opens a round under the caller's own ref; the same ref again is the same round. */
export async function openGameRound(
  tx: Tx,
  service: Service,
  ref: string,
  rtp: ReturnRules,
): Promise<RoundRow> {
  // The same call twice at the same time makes one round: the second waits here and then finds it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`round ${ref}`},
    ${-service.keyId}))`.execute(tx);
  const { rows } = await sql<{ id: bigint }>`
    select id from rounds where service_key_id = ${service.keyId} and ref = ${ref}`.execute(tx);
  if (rows[0]) return getRound(tx, rows[0].id);
  return openRound(tx, { source: 'game', serviceKeyId: service.keyId, ref }, rtp);
}

/** Rounds of others are not there. */
async function assertOwnRound(tx: Tx, service: Service, id: bigint): Promise<void> {
  const { serviceKeyId } = await getRound(tx, id);
  if (serviceKeyId !== service.keyId) throw roundNotFound();
}

/** A round of this key, which nobody else bets on, leaves or moves until the transaction ends. */
async function holdOwnRound(tx: Tx, service: Service, id: bigint): Promise<RoundRow> {
  await assertOwnRound(tx, service, id);
  await holdRound(tx, id, 'alone');
  return getRound(tx, id);
}

interface Verdict {
  ref: string;
  status: 'accepted' | 'refused';
  reason?: string;
}

function verdictOf(ref: string, reason: string | null): Verdict {
  return reason === null ? { ref, status: 'accepted' } : { ref, status: 'refused', reason };
}

function counted<V extends Verdict>(verdicts: V[]) {
  const accepted = verdicts.filter(({ status }) => status === 'accepted').length;
  return { accepted, refused: verdicts.length - accepted };
}

export async function placeGameBets(
  tx: Tx,
  service: Service,
  roundId: bigint,
  bets: (NewBet & { ref: string })[],
) {
  await assertOwnRound(tx, service, roundId);
  const by = { actorId: null, serviceKeyId: service.keyId };
  const placed = await placeBets(tx, roundId, by, bets);
  const verdicts = placed.map((one, index) => betVerdict(bets[index]?.ref ?? '', one));
  return { ...counted(verdicts), bets: verdicts };
}

function betVerdict(ref: string, { betId, reason, limitMinor }: PlacedBet) {
  const verdict = verdictOf(ref, reason && sentenceOf(reason, limitMinor));
  return betId === null ? verdict : { ...verdict, betId };
}

export async function startGameRound(tx: Tx, service: Service, id: bigint): Promise<RoundRow> {
  const round = await holdOwnRound(tx, service, id);
  if (round.state === 'flying') return round;
  if (round.state !== 'betting') throw hasEndedAlready(round);
  return startRound(tx, id);
}

export async function cashOutGameBets(
  tx: Tx,
  service: Service,
  roundId: bigint,
  cashouts: { ref: string; multiplier: number }[],
) {
  await assertOwnRound(tx, service, roundId);
  const reasons = await cashOutBets(tx, roundId, service.keyId, cashouts);
  const verdicts = cashouts.map(({ ref }, index) => verdictOf(ref, reasons[index] ?? null));
  return { ...counted(verdicts), cashouts: verdicts };
}

/** Ends the round where the game server says; the same word again is answered in the same way. */
export async function crashGameRound(
  tx: Tx,
  service: Service,
  id: bigint,
  { multiplier, settle = true }: { multiplier: number; settle?: boolean | undefined },
): Promise<{ round: RoundRow; settled: number }> {
  const before = await holdOwnRound(tx, service, id);
  const isRepeated = before.state === 'crashed' && before.multiplierHundredths === multiplier;
  if (!isRepeated && before.state === 'betting') {
    throw new Refusal('conflict', `Round ${id} has not started to fly.`);
  }
  if (!isRepeated && before.state !== 'flying') throw hasEndedAlready(before);
  await assertNobodyLeftAbove(tx, id, multiplier);
  const round = isRepeated ? before : await crashRound(tx, id, multiplier);
  // Where nothing is open there is nothing to wait for.
  if (settle || (await countUnsettled(tx, [{ round: id }]))(id) === 0) {
    await settleRound(tx, id, null);
  }
  return { round, settled: await countEnded(tx, id) };
}

export async function voidGameRound(
  tx: Tx,
  service: Service,
  id: bigint,
): Promise<{ round: RoundRow; refunded: number }> {
  const before = await holdOwnRound(tx, service, id);
  if (before.state === 'crashed') throw hasEndedAlready(before);
  const round = before.state === 'void' ? before : await voidRound(tx, id);
  return { round, refunded: await countEnded(tx, id) };
}

/** A cash-out that was accepted stands, so the round cannot have crashed below it. */
async function assertNobodyLeftAbove(tx: Tx, id: bigint, multiplier: number): Promise<void> {
  const { rows } = await sql<{ ref: string; cashout: number }>`
    select ref, cashout_hundredths as cashout from bets
    where round_id = ${id} and cashout_hundredths > ${multiplier}
    order by cashout_hundredths desc limit 1`.execute(tx);
  if (!rows[0]) return;
  const left = (rows[0].cashout / 100).toFixed(2);
  throw new Refusal('conflict', `Bet ${rows[0].ref} has cashed out at ${left}, above the crash.`, {
    fields: { multiplier: `A bet has cashed out at ${left}.` },
  });
}

async function countEnded(tx: Tx, id: bigint): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from bets where round_id = ${id} and type <> 'unsettled'`.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}

function hasEndedAlready({ id, state }: RoundRow): Refusal {
  const how = state === 'void' ? 'was voided' : 'has crashed';
  return new Refusal('conflict', `Round ${id} ${how} already.`);
}
