import { statfs } from 'node:fs/promises';
import { type Config, readConfig } from './config.ts';
import { bringToRelease } from './db/bring-to-release.ts';
import { openDatabase } from './db/database.ts';
import { diskNeedOf, durationOf, type Plan, planUpgrade } from './db/upgrade-plan.ts';
import { embeddedHome } from './embedded/home.ts';
import { reachChecked } from './embedded/reach-checked.ts';
import { exitCodeOf } from './kernel/exit-code.ts';
import { sentenceOf } from './kernel/sentence-of.ts';
import { WrongSettings } from './kernel/wrong-settings.ts';

const usage = 'Use: npm run upgrade [-- --check]';

/**
 * Brings the database to this release as a start does, without serving; or only says beforehand
 * what that would do, how long it may take and how much disk it needs.
 */
async function run(args: string[], config: Config): Promise<void> {
  const isCheck = args.length === 1 && args[0] === '--check';
  if (args.length > 0 && !isCheck) throw new WrongSettings(usage);
  const database = await reachChecked(config, say);
  try {
    if (isCheck) await check(database.url, config);
    else {
      await bringToRelease(database.addresses, say);
      say('The database is at this release.');
    }
  } finally {
    await database.stop();
  }
}

async function check(url: string, config: Config): Promise<void> {
  const { db, close } = openDatabase({ url, connectionsMax: 1 });
  try {
    const plan = await planUpgrade(db);
    for (const line of described(plan)) say(line);
    if (plan.steps.length > 0) await sayDisk(diskNeedOf(plan.steps), config);
  } finally {
    await close();
  }
}

function described({ isEmpty, from, steps, changedFunctions, databaseBytes }: Plan): string[] {
  if (isEmpty) return ['The database is empty: its tables are made within seconds.'];
  if (steps.length === 0 && changedFunctions === 0) {
    return ['The database is at this release: there is nothing to do.'];
  }
  const functions = `${changedFunctions} functions are made anew`;
  if (steps.length === 0) return [`Duration: seconds. ${functions}; tables stay as they are.`];
  return [
    `The database is at ${from ?? 'its beginning'} and holds ${inMegabytes(databaseBytes)}.`,
    ...steps.map(
      (step) =>
        `  ${step.name}${step.about ? ` (${step.about})` : ''}: ${durationOf([step])}` +
        `${step.isAhead ? ', most of it while nodes serve' : ''}`,
    ),
    `Duration: ${durationOf(steps)}, with all nodes stopped; ${functions}.`,
  ];
}

/** Of a server of one's own nobody can see the disk from here. */
async function sayDisk(needBytes: number, config: Config): Promise<void> {
  const need = `Disk: up to ${inMegabytes(needBytes)} must be free`;
  if (config.databaseUrl) {
    say(`${need} where PostgreSQL keeps its data.`);
    return;
  }
  const { bsize, bavail } = await statfs(embeddedHome(config.dataDir).folder);
  const freeBytes = bavail * bsize;
  const isEnough = freeBytes > needBytes;
  say(`${need}, ${inMegabytes(freeBytes)} are${isEnough ? '' : ': make room first'}.`);
  if (!isEnough) process.exitCode = 1;
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MB`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await run(process.argv.slice(2), readConfig(process.env));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
