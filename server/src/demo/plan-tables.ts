import { tableOf } from '@pitboss/engine/band';
import { returnProblems } from '@pitboss/engine/return-problems';
import { addBand, holdDraft, removeBand } from '../multipliers/draft.ts';
import { publishDraft } from '../multipliers/publish-draft.ts';
import { demoSignIns } from './people.ts';
import { recordAct } from './record-act.ts';
import type { DemoEvent } from './story.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Multipliers in hundredths, probabilities in millionths. */
type Bands = [min: number, max: number, probability: number][];

interface Planned {
  day: number;
  reason: string;
  bands: Bands;
}

/** Up to 1,000×, with as much as given for who leaves early and for who stays long. */
function longFlights(early: number, long: number): Bands {
  return [
    [100, 150, early],
    [150, 300, 325_000],
    [300, 1_000, 225_000],
    [1_000, 10_000, long],
    [10_000, 100_000, 9_000],
  ];
}

const planned: Planned[] = [
  {
    day: 1,
    reason: 'Opening: four bands, up to 100×.',
    bands: [
      [100, 200, 490_000],
      [200, 500, 290_000],
      [500, 1_000, 100_000],
      [1_000, 10_000, 90_000],
    ],
  },
  {
    day: 11,
    reason: 'More long flights, as players asked for.',
    bands: longFlights(325_000, 85_000),
  },
  {
    day: 23,
    reason: 'A little more for those who leave early.',
    bands: longFlights(330_000, 86_000),
  },
];

/** SUPER publishes a table, and twice a better one, in the course of the month. */
export function planTables(startsAtMs: number): DemoEvent[] {
  return planned.map(({ day, reason, bands }) => ({
    at: new Date(startsAtMs + day * dayMs),
    run: async (tx, { rtp, actor: actAs }) => {
      const wanted = bands.map(([min, max, probability]) => ({ min, max, probability }));
      // A platform with a tighter limit shows its demo with the built-in table.
      if (returnProblems(engineTable(wanted), rtp).length > 0) return [];
      const actor = await actAs(demoSignIns[0].username);
      for (const { id } of await holdDraft(tx)) {
        const change = await removeBand(tx, actor, BigInt(id));
        await recordAct(tx, actor, 'multipliers.remove', { change });
      }
      for (const band of wanted) {
        await recordAct(tx, actor, 'multipliers.add', await addBand(tx, actor, band));
      }
      const published = await publishDraft(tx, actor, { reason }, rtp);
      await recordAct(tx, actor, 'multipliers.publish', published);
      return [];
    },
  }));
}

function engineTable(bands: { min: number; max: number; probability: number }[]) {
  return tableOf(
    bands.map(({ min, max, probability }) => ({
      minHundredths: min,
      maxHundredths: max,
      probabilityMillionths: probability,
    })),
    null,
  );
}
