import { setTimeout as sleep } from 'node:timers/promises';
import { compare, readTransfers } from './ha-check.mjs';
import { areSignedIn, longestGap, replay, startLoad } from './ha-load.mjs';
import { auditBooks } from './ha-nodes.mjs';
import { until, untilWhole } from './ha-patroni.mjs';
import { countLostProbes, countSecondLeaders, startWatch } from './ha-watch.mjs';

/**
 * One fault under load. Answers with how long no write was acknowledged, with what is missing or
 * there twice of what was, and with everything else that must not happen.
 */
export async function runRound(stage, tag, { fault, spoil, isSynchronous = true }) {
  const { cluster, nodes } = stage;
  const watch = await startWatch(cluster);
  const load = startLoad({ ...stage, tag });
  await sleep(1_500 + stage.random() * 1_500);
  const brokenAt = performance.now();
  const what = await fault();
  const reinits = await untilWhole(cluster, { isSynchronous });
  const wholeAt = performance.now();
  await until(120_000, 'Nothing was written', async () =>
    load.ackTimes.at(-1) > wholeAt ? true : undefined,
  );
  await sleep(1_000);
  const gap = longestGap(load, brokenAt - 500, performance.now());
  await load.stop();
  await watch.stop();
  await spoil?.(load);
  await replay(load);
  const counts = compare(load.orders, await readTransfers(cluster, tag));
  return {
    ...{ what, gap, reinits, load, ...counts },
    lostProbes: await countLostProbes(cluster, watch.commits),
    probes: watch.commits.length,
    secondLeaders: countSecondLeaders(watch.commits),
    loggedOut: (load.statuses[401] ?? 0) + ((await areSignedIn(stage)) ? 0 : 1),
    books: await auditBooks(cluster),
    ended: nodes.filter((node) => !node.isRunning()).length,
  };
}

/** What may not happen in any round, named with its count; nothing where it did not. */
export function faultsOf(round) {
  const never = ['lost', 'doubled', 'wrong', 'open', 'refused', 'loggedOut', 'ended'];
  const bad = [...never, 'lostProbes', 'secondLeaders'].filter((name) => round[name] > 0);
  const said = bad.map((name) => `${name} ${round[name]}`);
  if (round.books) said.push(round.books);
  if (round.acknowledged === 0 || round.probes === 0) said.push('nothing was tried');
  return said;
}

export function describeRound(name, round) {
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
