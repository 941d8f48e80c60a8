import { openBareLedger } from './bare-ledger.ts';
import { benchStage, onStages } from './bench-stage.ts';
import { withServer } from './database-server.ts';
import { type Figure, inTurn, shareFigures } from './figure.ts';
import type { Release } from './release.ts';
import { batch, crashHundredths, playByApi, sampleBets, type Times } from './sample-bets.ts';

const slots = 7;
/** How they follow from the release before stands in `RESULTS.md`. */
const goals = { place: 0.12, settle: 0.33 };
const crowd = { operators: 20, clientsEach: batch.clients / 20, clientMinor: 500_000_000n };

/**
 * 5,000 bets of 1,000 clients placed and settled through the game API, against the bare ledger.
 * All take turns on one PostgreSQL, each in a database of its own; each commits durably.
 */
export function betsBatch(releases: Release[]): Promise<Figure[]> {
  return withServer((server) =>
    onStages(
      releases,
      (release) => benchStage(server, release, crowd),
      async (stages) => {
        const bare = await openBareLedger(server, stages[0]?.clientIds ?? []);
        const sides = [
          ...stages.map((stage) => ({
            times: [] as Times[],
            play: async (ref: string) => {
              const bets = sampleBets(stage.clientIds, ref);
              const times = await playByApi(stage.port, stage.serviceKey.key, ref, bets);
              await stage.rest();
              return times;
            },
          })),
          {
            times: [] as Times[],
            play: (ref: string) =>
              bare.play(sampleBets(stages[0]?.clientIds ?? [], ref), crashHundredths),
          },
        ];
        for (let slot = -1; slot < slots; slot++) {
          for (const { times, play } of inTurn(sides, slot)) {
            const taken = await play(`slot${slot}`);
            if (slot >= 0) times.push(taken);
          }
        }
        for (const stage of stages) await stage.audit();
        await bare.close();
        const anchor = sides.at(-1)?.times ?? [];
        const figuresOf = (name: string, msOf: (times: Times) => number, goal: number) => {
          const perSecond = (all: Times[]) => all.map((one) => (batch.bets / msOf(one)) * 1000);
          const taken = releases.map((release, index) => ({
            release,
            perSecond: perSecond(sides[index]?.times ?? []),
            anchor: perSecond(anchor),
          }));
          return shareFigures(name, taken, 'of the bare ledger', goal);
        };
        return [
          ...figuresOf('bets-place', ({ placeMs }) => placeMs, goals.place),
          ...figuresOf('bets-settle', ({ settleMs }) => settleMs, goals.settle),
        ];
      },
    ),
  );
}
