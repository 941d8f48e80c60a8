import { hasSeal, isSealed, newestSeals, type Seal } from './audit/audit-seals.ts';
import { type Config, readConfig } from './config.ts';
import { type Db, openDatabase } from './db/database.ts';
import { reachDatabase } from './embedded/reach-database.ts';
import { auditAll } from './reports/audit-all.ts';

const usage = 'Use: npm run books [-- --seal RECORD:POSITION:HASH ...]';

interface Finding {
  faults: string[];
  seals: Seal[];
}

/** Checks the ledger, every rollup and every seal, and names the first fault of each kind. */
async function run(config: Config, writtenDown: Seal[]): Promise<Finding> {
  const database = await reachDatabase(config);
  const { db, close } = openDatabase({ url: database.url, connectionsMax: 1, statementMs: 0 });
  try {
    const faults = [...(await auditAll(db)), ...(await missingSeals(db, writtenDown))];
    return { faults, seals: await newestSeals(db) };
  } finally {
    await close();
    await database.stop();
  }
}

/** A chain that was cut off at its end is whole in itself; a seal that was written down tells. */
async function missingSeals(db: Db, writtenDown: Seal[]): Promise<string[]> {
  const faults: string[] = [];
  for (const seal of writtenDown) {
    if (!(await hasSeal(db, seal))) {
      faults.push(`seal ${seal.position} of ${seal.record} that was written down is gone`);
    }
  }
  return faults;
}

function readSeals(args: string[]): Seal[] {
  const seals: Seal[] = [];
  for (let index = 0; index < args.length; index += 2) {
    const match = /^(\w+):([1-9]\d{0,17}):([\da-f]{64})$/.exec(args[index + 1] ?? '');
    const [, record = '', position = '', hash = ''] = match ?? [];
    if (args[index] !== '--seal' || !isSealed(record)) throw new Error(usage);
    seals.push({ record, position: BigInt(position), hash });
  }
  return seals;
}

try {
  const { faults, seals } = await run(readConfig(process.env), readSeals(process.argv.slice(2)));
  const heads = seals.map(({ record, position, hash }) => `  --seal ${record}:${position}:${hash}`);
  const verdict = faults.length > 0 ? faults : ['The books balance.'];
  process.stdout.write(
    `${[...verdict, 'The newest seals, to be written down:', ...heads].join('\n')}\n`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
