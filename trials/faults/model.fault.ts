import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options } from './options.ts';
import { control, type Outcome, raceOutcome } from './outcome.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const models = ['ledger.property', 'cash-requests.property', 'rounds.property', 'at-once.test'];
/** How many histories of the ledger `npm test` tries; the other models grow in the same measure. */
const usualRuns = 30;
const limitMs = 7_200_000;

interface Report {
  passed: number;
  failed: string[];
}

/** R11: random histories against plain models, more of them than `npm test` has time for. */
export async function model(options: Options): Promise<Outcome[]> {
  const { seed, seeds } = options;
  const factor = seeds / usualRuns;
  const { passed, failed } = await runModels(models, seed, factor);
  const nothing = await runModels(['no-such.property'], seed, 1);
  const controls = [control('a run without any model, failures', nothing.failed.length)];
  const figures = { modelFactor: factor.toFixed(1), modelsPassed: passed };
  const counts = { seed, rounds: seeds, acknowledged: passed, controls, figures };
  return [raceOutcome({ row: 'R11', name: 'model', ...counts, faults: failed })];
}

/** Runs the server's model tests; no test at all counts as a failure. */
async function runModels(files: string[], seed: number, factor: number): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-models-'));
  const report = join(folder, 'report.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--reporter=json'];
  const env = { ...process.env, MODEL_SEED: String(seed), MODEL_FACTOR: String(factor) };
  await new Promise<void>((resolve) => {
    const options = { cwd: root, env, timeout: limitMs, maxBuffer: 1e8 };
    const whole = [...args, `--outputFile.json=${report}`, ...files];
    execFile(process.execPath, whole, options, () => resolve());
  });
  const tests = existsSync(report) ? testsIn(readFileSync(report, 'utf8')) : [];
  rmSync(folder, { recursive: true });
  const failed = tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName);
  const found = tests.length > 0 ? failed : ['no test ran'];
  return { passed: tests.length - failed.length, failed: found };
}

interface Test {
  status: string;
  fullName: string;
}

function testsIn(text: string): Test[] {
  const report = JSON.parse(text) as { testResults: { assertionResults: Test[] }[] };
  return report.testResults.flatMap(({ assertionResults }) => assertionResults);
}
