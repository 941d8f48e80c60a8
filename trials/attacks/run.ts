import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { whenToldToStop } from '../../tools/processes.mjs';
import { amounts } from './amounts.attack.ts';
import { attacksOf } from './case.ts';
import { csrf } from './csrf.attack.ts';
import { doorCases } from './doors.attack.ts';
import { flood } from './flood.attack.ts';
import { fuzzing } from './fuzz.attack.ts';
import { guessing } from './guess.attack.ts';
import { headers } from './headers.attack.ts';
import { machineCases } from './machine.attack.ts';
import { moneyCases } from './money.attack.ts';
import { oddsCases } from './odds.attack.ts';
import { pictureFlood } from './picture-flood.attack.ts';
import { roundCases } from './rounds.attack.ts';
import { holds, type Options, type Row } from './row.ts';
import { secrets } from './secrets.attack.ts';
import { sockets } from './sockets.attack.ts';
import { sqlmap } from './sqlmap.attack.ts';
import { openStage, type Stage } from './stage.ts';
import { tables } from './tables.attack.ts';
import { timing } from './timing.attack.ts';
import { tokens } from './tokens.attack.ts';
import { uploads } from './uploads.attack.ts';
import { wapiti } from './wapiti.attack.ts';

/** What once gave way: these can be tried on the release that it gave way in. */
const cases = attacksOf([
  ...moneyCases,
  ...roundCases,
  ...oddsCases,
  ...doorCases,
  ...machineCases,
]);

const attacks: Record<string, (stage: Stage, options: Options) => Promise<Row[]>> = {
  amounts,
  tables,
  csrf,
  tokens,
  headers,
  uploads,
  sockets,
  guessing,
  timing,
  flood,
  fuzzing,
  secrets,
  wapiti,
  sqlmap,
  'picture-flood': async (stage, options) => [await pictureFlood(stage, options)],
  ...cases,
};

/**
 * `npm run attacks [-- --only NAME,NAME] [-- --seed S] [-- --long] [-- --json] [-- --routes
 * CALL,CALL] [-- --against FOLDER]`; `--only cases` is all that once gave way. Against the checkout
 * of another release in a folder, with its packages installed, the same is done to its node.
 */
async function run(args: string[]): Promise<void> {
  const given = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const only = given('--only')
    ?.split(',')
    .flatMap((name) => (name === 'cases' ? Object.keys(cases) : [name]));
  const against = given('--against');
  const unknown = only?.find((name) => !(name in attacks));
  if (unknown !== undefined) throw new Error(`There is no attack called ${unknown}.`);
  const seed = Number(given('--seed') ?? randomInt(1_000_000_000));
  const routes = given('--routes')?.split(',');
  const options = { seed, isLong: args.includes('--long'), routes };
  const isJson = args.includes('--json');
  const stage = await openStage(against && resolve(against));
  const rows: Row[] = [];
  whenToldToStop(() => stage.close().finally(() => process.exit(130)));
  try {
    for (const [name, attack] of Object.entries(attacks)) {
      if (only && !only.includes(name)) continue;
      process.stderr.write(`${name}, seed ${seed}…\n`);
      const startedAt = Date.now();
      for (const row of await attack(stage, options)) {
        rows.push(row);
        print(row, Math.round((Date.now() - startedAt) / 1000), isJson);
      }
    }
  } finally {
    await stage.close();
  }
  if (!isJson) printTable(rows);
  // Root's absence is no finding, and no pass either.
  process.exitCode = rows.every(holds) ? 0 : 1;
}

function print(row: Row, seconds: number, isJson: boolean): void {
  const { counts, findings, explained, controls, ...rest } = row;
  const found = { findings: findings.length, explained: explained.length };
  const line = { ...rest, ...counts, ...found, controls: controls.length, holds: holds(row) };
  process.stdout.write(`${JSON.stringify({ ...line, seconds })}\n`);
  if (isJson) return;
  for (const finding of findings.slice(0, 200)) process.stdout.write(`  found: ${finding}\n`);
  for (const one of explained) process.stdout.write(`  explained: ${one}\n`);
  for (const hole of controls) process.stdout.write(`  noticed in the control: ${hole}\n`);
}

function printTable(rows: Row[]): void {
  for (const row of rows) {
    const verdict =
      row.skipped ?? (holds(row) ? 'holds' : `GIVES WAY, ${row.findings.length} found`);
    const counts = Object.entries(row.counts).map(([name, value]) => `${name} ${value}`);
    const line = `${row.row.padEnd(4)} ${row.name.padEnd(18)} ${verdict}; ${counts.join(', ')}`;
    process.stdout.write(`${line}\n`);
  }
}

await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
