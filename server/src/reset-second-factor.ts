import { sql } from 'kysely';
import { recordEvent } from './audit/record-event.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase, type Tx } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { inTransaction } from './db/transaction.ts';
import { reachDatabase } from './embedded/reach-database.ts';
import { takeAway } from './second-factor/reset-second-factor.ts';

const usage = 'Use: npm run second-factor -- reset USERNAME "the reason, for the record"';

/** For a SUPER who is locked out: whoever has the database's own rights may let it in again. */
async function run(args: string[], config: Config): Promise<string> {
  const [verb, username, reason = '', ...more] = args;
  const isOrder = verb === 'reset' && reason.trim() !== '' && more.length === 0;
  if (!isOrder || !username) throw new Error(usage);
  const database = await reachDatabase(config);
  const { db, close } = openDatabase({ url: database.url, connectionsMax: 2 });
  try {
    await migrate(db);
    return await inTransaction(db, (tx) => reset(tx, username, reason.trim().slice(0, 200)));
  } finally {
    await close();
    await database.stop();
  }
}

async function reset(tx: Tx, name: string, reason: string): Promise<string> {
  const { rows } = await sql<{ id: bigint; username: string }>`
    select p.id, p.username from users u cross join lateral hold_person(u.id, true) p
    where lower(u.username) = lower(${name})`.execute(tx);
  const [person] = rows;
  if (!person) throw new Error(`There is no account ${name}.`);
  const change = await takeAway(tx, person.id, reason);
  if (!change) throw new Error(`${person.username} has no two-factor sign-in.`);
  const message = `Two-factor sign-in of ${person.username} reset; its sessions have ended.`;
  await recordEvent(tx, {
    actor: null,
    actorName: 'command line',
    origin: { address: 'command line', requestId: 'second-factor reset' },
    action: 'second-factor.reset',
    change,
    outcome: 'done',
    message,
  });
  return message;
}

try {
  process.stdout.write(`${await run(process.argv.slice(2), readConfig(process.env))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
