import { approvers } from './approvers.fault.ts';
import { bank } from './bank.fault.ts';
import { clock } from './clock.fault.ts';
import { databaseHalt, databaseKill } from './database-kill.fault.ts';
import { diskFull } from './disk-full.fault.ts';
import { heldBet } from './held-bet.fault.ts';
import { longRun } from './long-run.fault.ts';
import { loudCaller } from './loud-caller.fault.ts';
import { countsTimes, usedByOthers } from './machine.ts';
import { model } from './model.fault.ts';
import { nodeKill, restartBoth } from './node-kill.fault.ts';
import { type Options, readOptions } from './options.ts';
import {
  holds,
  judgeTimes,
  lineOf,
  type Outcome,
  raceOutcome,
  remarksOf,
  rowOf,
} from './outcome.ts';
import { overdraft } from './overdraft.fault.ts';
import { pictures } from './pictures.fault.ts';
import { removal } from './removal.fault.ts';
import { sameKey } from './same-key.fault.ts';
import { settlement } from './settlement.fault.ts';
import { slowDatabase } from './slow-database.fault.ts';
import { badStart } from './start.fault.ts';
import { unknownOutcome } from './wire.fault.ts';
import { closeAllWorlds } from './world.ts';

const faults: Record<string, (options: Options) => Promise<Outcome[]>> = {
  'same-key': sameKey,
  approvers,
  settlement,
  overdraft,
  removal,
  'held-bet': heldBet,
  pictures,
  'loud-caller': loudCaller,
  bank,
  'node-kill': nodeKill,
  'restart-both': restartBoth,
  'unknown-outcome': unknownOutcome,
  'bad-start': badStart,
  clock,
  'database-kill': databaseKill,
  'database-halt': databaseHalt,
  'disk-full': diskFull,
  'slow-database': slowDatabase,
  'long-run': longRun,
  model,
};

/** What is quick enough for every run of the tests. */
const quick = ['same-key', 'settlement', 'node-kill', 'database-kill'];

/**
 * `npm run faults [-- --only NAME] [-- --rounds N] [-- --orders N] [-- --seed S] [-- --minutes N]
 * [-- --seeds N] [-- --json]`: each fault, what was acknowledged under it, and what of that was
 * lost or made twice.
 */
async function run(options: Options): Promise<boolean> {
  const { only, isQuick, isJson } = options;
  const wanted = only?.split(',') ?? (isQuick ? quick : Object.keys(faults));
  const unknown = wanted.find((name) => !faults[name]);
  if (unknown) throw new Error(`There is no fault called ${unknown}.`);
  if (!isJson) say(rowOf());
  let areAllRight = true;
  for (const name of wanted) {
    // The short run is one of the tests, which depend on no machine's pace.
    const others = isQuick ? 0 : await usedByOthers();
    for (const found of await outcomesOf(name, options)) {
      const outcome = isQuick ? found : judgeTimes(found, others, countsTimes(others));
      areAllRight &&= holds(outcome);
      if (!isJson) say([rowOf(outcome), ...remarksOf(outcome)].join('\n'));
      say(lineOf(outcome));
    }
  }
  return areAllRight;
}

/** A fault whose trial broke off has not held, and the others are tried all the same. */
async function outcomesOf(name: string, options: Options): Promise<Outcome[]> {
  try {
    return (await faults[name]?.(options)) ?? [];
  } catch (error) {
    const why = `The trial broke off: ${error instanceof Error ? error.stack : String(error)}`;
    const counts = { seed: options.seed, rounds: 0, acknowledged: 0, controls: [] };
    return [raceOutcome({ row: '', name, ...counts, faults: [why] })];
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeAllWorlds().then(() => process.exit(1)));
}

try {
  process.exitCode = (await run(readOptions(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
await closeAllWorlds();
