import { type LedgerStage, ledgerStage, onStages } from './bench-stage.ts';
import { withServer } from './database-server.ts';
import { compared, type Figure, inTurn, judged, median, whole } from './figure.ts';
import { openAndPlace, settle } from './play-straight.ts';
import type { Release } from './release.ts';
import { sampleBets, timed } from './sample-bets.ts';

const slots = 7;
const together = 4;
const betsInRound = 2_500;
const crowd = { operators: 20, clientsEach: 100, clientMinor: 500_000_000n };
const atLeast = 1.6;

interface Slot {
  togetherMs: number;
  inRowMs: number;
}

/**
 * Four rounds of one currency, no client in two of them and every operator in all, settled at the
 * same time on four connections, against four such rounds settled one after the other.
 */
export function settleTogether(releases: Release[]): Promise<Figure[]> {
  return withServer((server) =>
    onStages(
      releases,
      (release) => ledgerStage(server, release, crowd),
      async (stages) => {
        const sides = stages.map((stage) => ({ stage, taken: [] as Slot[] }));
        for (let slot = -1; slot < slots; slot++) {
          for (const { stage, taken } of inTurn(sides, slot)) {
            const measured = await takeSlot(stage, slot);
            if (slot >= 0) taken.push(measured);
          }
        }
        for (const stage of stages) await stage.audit();
        const figures = sides.map(({ stage: { release }, taken }) => {
          const value = median(taken.map(({ togetherMs, inRowMs }) => inRowMs / togetherMs));
          const [both, alone] = [speeds(taken, 'togetherMs'), speeds(taken, 'inRowMs')];
          const detail = `${whole(median(both))} bets/s against ${whole(median(alone))}/s`;
          const unit = 'times one after the other';
          return judged(`settle-together${release.suffix}`, value, unit, { atLeast }, detail);
        });
        const taken = sides.map(({ stage: { release }, taken: own }) => ({
          release,
          perSecond: speeds(own, 'togetherMs'),
        }));
        return [...figures, ...compared('settle-together', taken)];
      },
    ),
  );
}

const speeds = (taken: Slot[], kind: keyof Slot) =>
  taken.map((slot) => ((together * betsInRound) / slot[kind]) * 1000);

/** Which of the two comes first changes from slot to slot. */
async function takeSlot(stage: LedgerStage, slot: number): Promise<Slot> {
  const ways = {
    togetherMs: (ids: bigint[]) => Promise.all(ids.map((id) => settle(stage, id, betsInRound))),
    inRowMs: async (ids: bigint[]) => {
      for (const id of ids) await settle(stage, id, betsInRound);
    },
  };
  const taken: Slot = { togetherMs: 0, inRowMs: 0 };
  for (const way of inTurn(['togetherMs', 'inRowMs'] as const, slot)) {
    const ids: bigint[] = [];
    for (let round = 0; round < together; round++) {
      const clients = stage.clientIds.filter((_, index) => index % together === round);
      const ref = `${way}${slot}-${round}`;
      ids.push(await openAndPlace(stage, ref, sampleBets(clients, ref, betsInRound)));
    }
    taken[way] = (await timed<unknown>(() => ways[way](ids))).ms;
  }
  return taken;
}
