import { parseArgs } from 'node:util';

export interface Options {
  seed: number;
  /** How often each fault is made; unset: as often as the fault itself says. */
  rounds: number | undefined;
  /** Orders in a round of killed nodes; unset: as many as two busy cores bear. */
  orders: number | undefined;
  /** How many histories of the ledger the model check tries. */
  seeds: number;
  minutes: number;
  only: string | undefined;
  isJson: boolean;
  /** A few rounds of what is cheap, for `npm test`. */
  isQuick: boolean;
}

const minutesMax = 120;

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      seed: { type: 'string' },
      orders: { type: 'string' },
      seeds: { type: 'string', default: '300' },
      minutes: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  return {
    seed: values.seed ? whole(values.seed, 1, 2 ** 32) : Math.floor(Math.random() * 1e9) + 1,
    rounds: values.rounds ? whole(values.rounds, 1, 1_000) : undefined,
    orders: values.orders ? whole(values.orders, 100, 10_000) : undefined,
    seeds: whole(values.seeds, 30, 100_000),
    minutes: whole(values.minutes, 1, minutesMax),
    only: values.only,
    isJson: values.json,
    isQuick: values.quick,
  };
}

function whole(text: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${text} is not a whole number from ${least} to ${most}.`);
}

/** How many rounds to run: as asked, few for a quick run, else the whole of it. */
export function roundsOf({ rounds, isQuick }: Options, whole: number, quick: number): number {
  return rounds ?? (isQuick ? quick : whole);
}
