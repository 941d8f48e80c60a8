import { must } from '@pitboss/testkit/http-client';

/** What bets-place and bets-settle move at once. */
export const batch = { bets: 5_000, clients: 1_000 };
/** Half of the bets that have a target reach it. */
export const crashHundredths = 200;

export interface SampleBet {
  ref: string;
  userId: bigint;
  stakeMinor: bigint;
  autoHundredths: number | null;
}

export interface Times {
  placeMs: number;
  settleMs: number;
}

/** The same bets whoever takes them: every client in turn, every second one with a target. */
export function sampleBets(
  clientIds: readonly bigint[],
  prefix: string,
  count = batch.bets,
): SampleBet[] {
  return Array.from({ length: count }, (_, index) => ({
    ref: `${prefix}-${index}`,
    userId: clientIds[index % clientIds.length] ?? 0n,
    stakeMinor: BigInt(100 + (index % 500)),
    autoHundredths: index % 2 ? 120 + (index % 300) : null,
  }));
}

/** Plays a round through the game API of a node, as a game server does. */
export async function playByApi(
  port: number,
  key: string,
  ref: string,
  bets: SampleBet[],
): Promise<Times> {
  const call = async (path: string, body: object) =>
    (await must(port, { path: `/api/game/rounds${path}`, serviceKey: key, body })).data;
  const { round } = await call('', { ref });
  const wire = bets.map(({ userId, stakeMinor, autoHundredths, ...bet }) => ({
    ...bet,
    userId: String(userId),
    stake: Number(stakeMinor) / 100,
    ...(autoHundredths === null ? {} : { autoCashout: autoHundredths / 100 }),
  }));
  const placing = await timed(() => call(`/${round}/bets`, { bets: wire }));
  if (placing.result.accepted !== bets.length) throw new Error('Not every bet was accepted.');
  await call(`/${round}/start`, {});
  const settling = await timed(() =>
    call(`/${round}/crash`, { multiplier: crashHundredths / 100 }),
  );
  if (settling.result.settled !== bets.length) throw new Error('Not every bet was settled.');
  return { placeMs: placing.ms, settleMs: settling.ms };
}

export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}
