import { randomBytes } from 'node:crypto';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { fillBets } from './demo/fill-bets.ts';
import { reachDatabase } from './embedded/reach-database.ts';
import { sentenceOf } from './kernel/sentence-of.ts';
import { followLimit } from './multipliers/publish-draft.ts';
import { whileNobodyPlays } from './rounds/while-nobody-plays.ts';
import { addFirstSuper } from './users/add-super.ts';

const usage = 'Use: npm run seed -- --bets 10000000';
const betsMax = 100_000_000;

/** Fills the database with bets for measuring. It must be one that nobody plays on. */
async function run(args: string[], config: Config): Promise<void> {
  const betCount = readCount(args);
  const database = await reachDatabase(config);
  const { db, close } = openDatabase({ url: database.url, connectionsMax: 2 });
  try {
    await migrate(db);
    await followLimit(db, config.rtp);
    const username = config.firstSuper.username ?? 'super';
    const password = config.firstSuper.password ?? randomBytes(12).toString('base64url');
    const isNew = await addFirstSuper(db, { username, name: username, password });
    if (isNew) say(`Created ${username} with the password ${password} (shown only now).`);
    const filling = { betCount, superName: username, rtp: config.rtp, say };
    await whileNobodyPlays(db, () => fillBets(db, filling));
  } finally {
    await close();
    await database.stop();
  }
}

function readCount([option, count]: string[]): number {
  const isCount = option === '--bets' && /^[1-9]\d{0,8}$/.test(count ?? '');
  if (!isCount || Number(count) > betsMax) throw new Error(usage);
  return Number(count);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await run(process.argv.slice(2), readConfig(process.env));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}
