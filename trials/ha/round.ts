import { setTimeout as sleep } from 'node:timers/promises';
import type { NodePart } from '../cluster/place.ts';
import { type Counts, compare, readTransfers } from './check.ts';
import type { DebianPlace } from './debian.ts';
import { areSignedIn, type Load, longestGap, type Operator, replay, startLoad } from './load.ts';
import { auditBooks } from './nodes.ts';
import { type Cluster, until, untilWhole } from './patroni.ts';
import { countLostProbes, countSecondLeaders, startWatch } from './watch.ts';

export interface Stage {
  place: DebianPlace;
  cluster: Cluster;
  nodes: NodePart[];
  people: Operator[];
  seed: number;
  random: () => number;
}

/** What is done in a round. */
export interface How {
  /** Breaks something, and says what. */
  fault: () => Promise<string>;
  /** Sends something that only a guard keeps from doing harm. */
  spoil?: (load: Load) => Promise<void>;
  isSynchronous?: boolean;
}

export interface Round extends Counts {
  what: string;
  gap: number;
  reinits: number;
  load: Load;
  lostProbes: number;
  probes: number;
  secondLeaders: number;
  loggedOut: number;
  books: string;
  ended: number;
}

/**
 * One fault under load. Answers with how long no write was acknowledged, with what is missing or
 * there twice of what was, and with everything else that must not happen.
 */
export async function runRound(stage: Stage, tag: string, how: How): Promise<Round> {
  const { fault, spoil, isSynchronous = true } = how;
  const { cluster, nodes } = stage;
  const watch = await startWatch(cluster);
  const { load, stop } = startLoad(stage, tag);
  await sleep(1_500 + stage.random() * 1_500);
  const brokenAt = performance.now();
  const what = await fault();
  const reinits = await untilWhole(cluster, { isSynchronous });
  const wholeAt = performance.now();
  await until(120_000, 'Nothing was written', async () =>
    (load.ackTimes.at(-1) ?? 0) > wholeAt ? true : undefined,
  );
  await sleep(1_000);
  const gap = longestGap(load, brokenAt - 500, performance.now());
  await stop();
  await watch.stop();
  await spoil?.(load);
  await replay(load);
  const counts = compare(load.orders, await readTransfers(cluster, tag));
  return {
    ...counts,
    what,
    gap,
    reinits,
    load,
    lostProbes: await countLostProbes(cluster, watch.commits),
    probes: watch.commits.length,
    secondLeaders: countSecondLeaders(watch.commits),
    loggedOut: (load.statuses[401] ?? 0) + ((await areSignedIn(stage)) ? 0 : 1),
    books: await auditBooks(cluster),
    ended: nodes.filter((node) => !node.isRunning()).length,
  };
}

const never = [
  'lost',
  'doubled',
  'wrong',
  'open',
  'refused',
  'loggedOut',
  'ended',
  'lostProbes',
  'secondLeaders',
] as const;

/** What may not happen in any round, named with its count; nothing where it did not. */
export function faultsOf(round: Round): string[] {
  const bad = never.filter((name) => round[name] > 0);
  const said = bad.map((name) => `${name} ${round[name]}`);
  if (round.books) said.push(round.books);
  if (round.acknowledged === 0 || round.probes === 0) said.push('nothing was tried');
  return said;
}

export function describeRound(name: string, round: Round): string {
  const { what, gap, acknowledged, lost, doubled, reinits, probes, secondLeaders, load } = round;
  const statuses = Object.entries(load.statuses).map(([status, count]) => `${status}: ${count}`);
  const faults = faultsOf(round);
  return (
    `${name}: ${what}; gap ${gap.toFixed(2)} s; ${acknowledged} acknowledged, ${lost} lost, ` +
    `${doubled} doubled; ${probes} probes, ${secondLeaders} by a second leader; ` +
    `answers ${statuses.join(', ')}${reinits ? `; ${reinits} copied anew` : ''}; ` +
    (faults.length > 0 ? `FAULTS: ${faults.join('; ')}` : 'books balance, all signed in')
  );
}
