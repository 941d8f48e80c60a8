import { sql } from 'kysely';
import { type Config, readConfig } from './config.ts';
import { type Db, openDatabase } from './db/database.ts';
import { isDemo } from './demo/known-passwords.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { holdsDatabase } from './embedded/home.ts';
import { removeEmbedded } from './embedded/remove-embedded.ts';
import { sentenceOf } from './kernel/sentence-of.ts';

/** Removes the embedded database of a data folder, if that is a demo and no node runs on it. */
async function run(args: string[], config: Config): Promise<string> {
  if (args.length > 0) throw new Error('Use: npm run reset-demo');
  const { dataDir, databaseUrl } = config;
  if (databaseUrl) {
    throw new Error(
      'DATABASE_URL names a PostgreSQL of your own: drop that database by its own means.',
    );
  }
  if (!holdsDatabase(dataDir)) return `There is no database in ${dataDir}: nothing to remove.`;
  const people = await countDemo(dataDir);
  const folder = await removeEmbedded(dataDir);
  return `Removed the demo and its ${people} accounts, in ${folder}. The next start begins anew.`;
}

async function countDemo(dataDir: string): Promise<bigint> {
  const embedded = await startEmbedded({ dataDir });
  const { db, close } = openDatabase({ url: embedded.url, connectionsMax: 1 });
  try {
    if ((await hasStory(db)) && (await isDemo(db))) {
      const { rows } = await sql<{ count: bigint }>`select count(*) from users`.execute(db);
      return rows[0]?.count ?? 0n;
    }
  } finally {
    await close();
    await embedded.stop();
  }
  throw new Error(
    `The database in ${dataDir} is no demo, or its SUPER has a password of its own: nothing was ` +
      'removed. If you are sure, remove the folder yourself.',
  );
}

/** A database in which no release has made its tables yet has none. */
async function hasStory(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('demo_story') is not null as "isThere"`.execute(db);
  return rows[0]?.isThere === true;
}

try {
  process.stdout.write(`${await run(process.argv.slice(2), readConfig(process.env))}\n`);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}
