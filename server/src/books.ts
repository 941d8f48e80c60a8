import { type Config, readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { reachDatabase } from './db/reach-database.ts';
import { auditAll } from './reports/audit-all.ts';

/** Checks the whole ledger and every rollup, and names the first fault of each kind. */
async function run(config: Config): Promise<string[]> {
  const database = await reachDatabase(config);
  const { db, close } = openDatabase({ url: database.url, connectionsMax: 1, statementMs: 0 });
  try {
    return await auditAll(db);
  } finally {
    await close();
    await database.stop();
  }
}

try {
  const faults = await run(readConfig(process.env));
  process.stdout.write(faults.length > 0 ? `${faults.join('\n')}\n` : 'The books balance.\n');
  process.exitCode = faults.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
