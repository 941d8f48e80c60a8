import { seededRandom } from '@pitboss/server/demo/random';
import { type Book, newBook } from './book.ts';
import {
  type Comparison,
  compare,
  countReplayed,
  figureFaults,
  plantedControls,
  roundsGoOn,
} from './check.ts';
import type { Outcome } from './outcome.ts';
import { nodeFaults, type World } from './world.ts';

export interface Turn {
  world: World;
  book: Book;
  random: () => number;
  /** From 0 on. */
  round: number;
  /** For what the round itself finds wrong. */
  faults: string[];
}

interface Given {
  row: string;
  name: string;
  seed: number;
  rounds: number;
  /** Whether the engine runs, so that its rounds must go on. */
  hasRounds?: boolean;
}

const faultsShown = 5;

/** Makes a fault again and again under load, and looks at everything after each time. */
export async function series(
  world: World,
  given: Given,
  turn: (turn: Turn) => Promise<void>,
): Promise<Outcome> {
  const { seed, rounds, hasRounds = true } = given;
  const book = newBook();
  const random = seededRandom(seed);
  const faults: string[] = [];
  let found: Comparison = { lost: [], doubled: [] };
  let slowestMs = 0;
  let round = 0;
  // Once something is lost it stays lost: more rounds would only count it again.
  for (; round < rounds && faults.length === 0; round++) {
    await turn({ world, book, random, round, faults }).catch((error: unknown) => {
      faults.push(`The round broke off: ${error instanceof Error ? error.message : error}`);
    });
    if (hasRounds) {
      const ms = await roundsGoOn(world.db);
      if (ms === undefined) faults.push('No round was opened and ended after the fault.');
      slowestMs = Math.max(slowestMs, ms ?? 0);
    }
    found = await compare(world, book.acknowledged);
    const { lost, doubled } = found;
    faults.push(...lost.slice(0, faultsShown).map((one) => `lost: ${one}`));
    faults.push(...doubled.slice(0, faultsShown).map((one) => `made without a word: ${one}`));
    faults.push(...(await figureFaults(world.db)), ...nodeFaults(world), ...bookFaults(book));
  }
  return {
    row: given.row,
    name: given.name,
    seed,
    rounds: round,
    acknowledged: book.acknowledged.length,
    replayed: await countReplayed(world.db, book),
    lost: found.lost.length,
    doubled: found.doubled.length,
    longestGapMs: book.longestGapMs,
    figures: hasRounds ? { nextRoundMsMax: Math.round(slowestMs) } : {},
    controls: await plantedControls(world, book),
    faults,
    late: [],
  };
}

/** Answers that no fault explains, and orders that nobody answered. */
function bookFaults({ wrong, unanswered }: Book): string[] {
  const kinds = Map.groupBy(wrong, (one) => one);
  const told = [...kinds].map(([what, of]) => `${of.length} times answered ${what}`);
  const left = unanswered > 0 ? [`${unanswered} orders were never answered.`] : [];
  return [...told.slice(0, faultsShown), ...left];
}
