import { superSignIn } from '@pitboss/testkit/super-sign-in';
import { activityFlat } from './activity.bench.ts';
import { betsBatch } from './bets-batch.bench.ts';
import { betsSingle } from './bets-single.bench.ts';
import { books } from './books.bench.ts';
import { bytesPerBet } from './bytes-per-bet.bench.ts';
import { dashboard } from './dashboard.bench.ts';
import { openServer } from './database-server.ts';
import { depositHot, depositHttp } from './deposit-http.bench.ts';
import type { Figure } from './figure.ts';
import { type FilledStage, filledStage, keptFolder } from './filled-stage.ts';
import { findClients, findNumbers } from './find.bench.ts';
import { listFlat, listVsNaive, reportFlat } from './list-flat.bench.ts';
import { live } from './live.bench.ts';
import { memory } from './memory.bench.ts';
import { panelLoad } from './panel-load.bench.ts';
import { panelReact } from './panel-react.bench.ts';
import { openRelease, type Release } from './release.ts';
import { search } from './search.bench.ts';
import { seedFill } from './seed-fill.bench.ts';
import { settleTogether } from './settle-together.bench.ts';
import { start } from './start.bench.ts';
import { watching } from './watching.bench.ts';
import { writeFlat } from './write-flat.bench.ts';

/** These can be run on another release too, in turns. */
const inTurns: Record<string, (releases: Release[]) => Promise<Figure[]>> = {
  'deposit-http': depositHttp,
  'deposit-hot': depositHot,
  'bets-batch': betsBatch,
  'bets-single': betsSingle,
  'bytes-per-bet': bytesPerBet,
  'settle-together': settleTogether,
  'seed-fill': seedFill,
};

const alone: Record<string, (release: Release) => Promise<Figure[]>> = {
  books,
  search,
  live,
  watching,
  'find-clients': findClients,
  memory,
  start,
  'panel-load': panelLoad,
};

/** These look at ten million bets, which are filled in once for all of them. */
const overTenMillion: Record<string, (stage: FilledStage) => Promise<Figure[]>> = {
  'list-flat': listFlat,
  'report-flat': reportFlat,
  'activity-flat': activityFlat,
  dashboard,
  'find-numbers': findNumbers,
  'panel-react': ({ large }) => panelReact(`http://127.0.0.1:${large.node.port}`, superSignIn),
  'list-vs-naive': listVsNaive,
};
/** Last, because it writes. */
const overTenMillionInTurns = { 'write-flat': writeFlat };

/**
 * `npm run bench [-- --only NAME,NAME] [-- --against FOLDER] [-- --json]`: each figure, its goal,
 * and whether it holds. Against the checkout of another release in a folder, with its packages
 * installed, the same is done by its code on a database of its own, slot by slot in turns. With
 * DATABASE_URL all databases are made on that PostgreSQL.
 */
async function run(args: string[]): Promise<void> {
  const given = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const against = given('--against');
  const releases = [await openRelease(), ...(against ? [await openRelease(against)] : [])];
  const [ours] = releases as [Release];
  const tell = (figures: Figure[]) => print(figures, args.includes('--json'));
  const chosen = choose(given('--only')?.split(','), against !== undefined);
  for (const bench of chosen(inTurns)) tell(await bench(releases));
  for (const bench of chosen(alone)) tell(await bench(ours));
  const [reads, writes] = [chosen(overTenMillion), chosen(overTenMillionInTurns)];
  if (reads.length + writes.length === 0) return;
  const server = await openServer({ max_wal_size: '8GB' }, keptFolder);
  const stages: FilledStage[] = [];
  try {
    for (const release of releases) {
      stages.push(await filledStage(server, release, (line) => process.stderr.write(`${line}\n`)));
    }
    for (const bench of reads) tell(await bench(stages[0] as FilledStage));
    for (const bench of writes) tell(await bench(stages));
  } finally {
    for (const stage of stages) await stage.close();
    await server.close();
  }
}

/** Picks the named ones of a table; without names all, or all that know another release. */
function choose(only: string[] | undefined, isAgainst: boolean) {
  const twoSided = { ...inTurns, ...overTenMillionInTurns };
  const all = { ...twoSided, ...alone, ...overTenMillion };
  const unknown = only?.find((name) => !(name in all));
  if (unknown !== undefined) throw new Error(`There is no bench called ${unknown}.`);
  const oneSided = only?.find((name) => isAgainst && !(name in twoSided));
  if (oneSided !== undefined) throw new Error(`${oneSided} knows no other release.`);
  return <T>(table: Record<string, T>): T[] =>
    Object.entries(table)
      .filter(([name]) => only?.includes(name) ?? (!isAgainst || name in twoSided))
      .map(([, bench]) => bench);
}

function print(figures: Figure[], isJson: boolean): void {
  for (const { detail, ...figure } of figures) {
    const { name, value, unit, goal, holds } = figure;
    const verdict =
      goal === undefined ? '' : `, goal ${goal}: ${holds ? 'holds' : 'does not hold'}`;
    const line = `${name.padEnd(22)} ${value} ${unit}${verdict}; ${detail}`;
    process.stdout.write(`${isJson ? JSON.stringify(figure) : line}\n`);
  }
}

// What tools say while they install or build is not a figure.
console.log = console.error;

await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
