import { addGameKey } from '@pitboss/testkit/crowd';

import { compared, type Figure, inTurn, judged, median, type Taken, whole } from './figure.ts';
import type { FilledStage, Side } from './filled-stage.ts';
import { batch, playByApi, sampleBets, type Times } from './sample-bets.ts';

const slots = 15;
const atLeast = 0.9;

interface Measured {
  side: Side;
  key: string;
  clientIds: bigint[];
  times: Times[];
}

/**
 * Placing and settling 5,000 bets of 1,000 clients through the game API at ten million bets,
 * against the same at a hundred thousand, in turns. The small database is a copy, which would not
 * stay small; the large one keeps what is written.
 */
export async function writeFlat(stages: FilledStage[]): Promise<Figure[]> {
  const pairs: { stage: FilledStage; small: Measured; large: Measured }[] = [];
  try {
    for (const stage of stages) {
      const small = await prepare(await stage.openCopy());
      pairs.push({ stage, small, large: await prepare(stage.large) });
    }
    const sides = pairs.flatMap(({ small, large }) => [small, large]);
    const run = Date.now().toString(36);
    for (let slot = -1; slot < slots; slot++) {
      for (const { side, key, clientIds, times } of inTurn(sides, slot)) {
        const ref = `${run}-${slot}`;
        const taken = await playByApi(side.node.port, key, ref, sampleBets(clientIds, ref));
        await side.release.sealRecords(side.db);
        if (slot >= 0) times.push(taken);
      }
    }
    return [
      ...figuresOf('write-flat-place', ({ placeMs }) => placeMs),
      ...figuresOf('write-flat-settle', ({ settleMs }) => settleMs),
    ];
  } finally {
    for (const { small } of pairs) await small.side.close();
  }

  function figuresOf(name: string, msOf: (times: Times) => number): Figure[] {
    const taken: Taken[] = [];
    const figures = pairs.map(({ stage: { release }, small, large }) => {
      const [few, many] = [small, large].map(({ times }) =>
        times.map((one) => (batch.bets / msOf(one)) * 1000),
      ) as [number[], number[]];
      const value = median(many.map((one, slot) => one / (few[slot] ?? Number.NaN)));
      taken.push({ release, perSecond: many });
      const detail = `${whole(median(many))} bets/s at 10 M, ${whole(median(few))}/s at 100 k`;
      const unit = 'of the speed at 100 k';
      return judged(name + release.suffix, value, unit, { atLeast }, detail);
    });
    return [...figures, ...compared(name, taken)];
  }
}

async function prepare(side: Side): Promise<Measured> {
  const { rows } = await side.direct.query(
    `select id from users where username ~ '^measured[0-9]+-[0-9]+$' order by id`,
  );
  const every = rows.length / batch.clients;
  const clientIds = rows.filter((_, index) => index % every === 0).map(({ id }) => BigInt(id));
  const { release, db } = side;
  const { key } = await release.inTransaction(db, (tx) => addGameKey(tx, release));
  return { side, key, clientIds, times: [] };
}
