import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node26 } from './install.mjs';
import { root, run } from './processes.mjs';

const minuteMs = 60_000;
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
/** What Node has compiled, kept from one start to the next: suites start it a hundred times. */
const compiled = join(root, 'node_modules', '.pitboss-compiled');
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');

/** Each suite in the order of running: the cheap ones fail first. */
export const suites = [
  { name: 'contract', limitMs: 5 * minuteMs },
  { name: 'engine', limitMs: 5 * minuteMs },
  { name: 'tools', limitMs: 5 * minuteMs },
  { name: 'server', limitMs: 30 * minuteMs, programs: true },
  { name: 'web', limitMs: 15 * minuteMs, config: 'web/vitest.config.ts', browser: true },
  {
    name: 'e2e',
    limitMs: 30 * minuteMs,
    config: 'e2e/playwright.config.ts',
    browser: true,
    programs: true,
  },
];

/** Runs a suite in sight and counts its tests; a suite that ran none or broke has failed. */
export async function runSuite(suite, filters, env) {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-suite-'));
  const report = join(folder, 'report.json');
  const isPlaywright = suite.name === 'e2e';
  const args = isPlaywright
    ? [playwright, 'test', '-c', suite.config, '--reporter=list,json', ...filters]
    : [vitest, 'run', '--project', suite.name, ...reporters(report), ...filters];
  const { code, timedOut } = await run(node26(), args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NODE_COMPILE_CACHE: compiled },
    limitMs: suite.limitMs,
    show: true,
  });
  const count = readCount(report, isPlaywright ? countPlaywright : countVitest);
  rmSync(folder, { recursive: true, force: true });
  if (timedOut) console.log(`The suite ${suite.name} was ended: it took too long.`);
  else if (count.passed + count.failed === 0) console.log(`The suite ${suite.name} ran no test.`);
  const isBroken = timedOut || code !== 0 || count.passed === 0;
  return isBroken && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function reporters(report) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}

function readCount(report, count) {
  try {
    return existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : none();
  } catch {
    return none();
  }
}

function none() {
  return { passed: 0, failed: 0 };
}

/** A file that could not even be loaded has no failed test in it, and counts as one. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** A test that passed at its second attempt passed. */
export function countPlaywright({ stats, errors }) {
  const failed = stats.unexpected || (errors?.length > 0 ? 1 : 0);
  return { passed: stats.expected + stats.flaky, failed };
}
