import { parseArgs } from 'node:util';
import { hasSeal, isSealed, newestSeals, type Seal } from './audit/audit-seals.ts';
import { showProgress } from './books-progress.ts';
import { type Config, readConfig } from './config.ts';
import { type Db, openDatabase } from './db/database.ts';
import { reachChecked } from './embedded/reach-checked.ts';
import { exitCodeOf } from './kernel/exit-code.ts';
import { sentenceOf } from './kernel/sentence-of.ts';
import { auditAll } from './reports/audit-all.ts';

const usage = 'Use: npm run books [-- --since YYYY-MM-DD] [--seal RECORD:POSITION:HASH ...]';

interface Order {
  /** Midnight (UTC) of the day from which on it looks; unset: at everything. */
  since: Date | undefined;
  writtenDown: Seal[];
}

interface Finding {
  faults: string[];
  seals: Seal[];
}

/** Checks the ledger, every rollup and every seal, and names the first fault of each kind. */
async function run(config: Config, { since, writtenDown }: Order): Promise<Finding> {
  const database = await reachChecked(config, warn);
  const { db, close } = openDatabase({ url: database.url, connectionsMax: 2, statementMs: 0 });
  const progress = showProgress(process.stderr);
  try {
    const found = await auditAll(db, { since, onStep: progress.tell, connections: 2 });
    progress.clear();
    const faults = [...found, ...(await missingSeals(db, writtenDown))];
    return { faults, seals: await newestSeals(db) };
  } finally {
    progress.clear();
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

function readOrder(args: string[]): Order {
  const options = { since: { type: 'string' }, seal: { type: 'string', multiple: true } } as const;
  try {
    const { values } = parseArgs({ args, options });
    const since = values.since === undefined ? undefined : readDay(values.since);
    return { since, writtenDown: (values.seal ?? []).map(readSeal) };
  } catch {
    throw new Error(usage);
  }
}

function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && day.toISOString().startsWith(text);
  if (!isDay) throw new Error(usage);
  return day;
}

function readSeal(text: string): Seal {
  const match = /^(\w+):([1-9]\d{0,17}):([\da-f]{64})$/.exec(text);
  const [, record = '', position = '', hash = ''] = match ?? [];
  if (!isSealed(record)) throw new Error(usage);
  return { record, position: BigInt(position), hash };
}

/** What was looked at is said too: the books of a few days are not the books. */
function verdictOf({ faults }: Finding, { since }: Order): string[] {
  if (faults.length > 0) return faults;
  if (!since) return ['The books balance.'];
  const day = since.toISOString().slice(0, 10);
  return [
    `What was written since ${day} balances. Older rows were not looked at: whether one of them`,
    'was changed, removed or slipped in, only the whole check tells.',
  ];
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  const order = readOrder(process.argv.slice(2));
  const finding = await run(readConfig(process.env), order);
  const heads = finding.seals.map(
    ({ record, position, hash }) => `  --seal ${record}:${position}:${hash}`,
  );
  const lines = [...verdictOf(finding, order), 'The newest seals, to be written down:', ...heads];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = finding.faults.length > 0 ? 1 : 0;
} catch (error) {
  warn(sentenceOf(error));
  process.exitCode = exitCodeOf(error);
}
