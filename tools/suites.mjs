import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { node26 } from './install.mjs';
import { root, run } from './processes.mjs';

const minuteMs = 60_000;
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
/** What Node has compiled, kept from one start to the next: suites start it a hundred times. */
const compiled = join(root, 'node_modules', '.pitboss-compiled');
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');

/**
 * What runs together, in the order of running: the cheap ones fail first. Those of a run fill each
 * other's gaps, where one has nothing left but its longest file.
 */
export const runs = [
  { names: ['contract', 'engine', 'tools'], limitMs: 10 * minuteMs },
  { names: ['server'], limitMs: 30 * minuteMs, programs: true },
  {
    names: ['web'],
    limitMs: 15 * minuteMs,
    config: 'web/vitest.config.ts',
    browser: true,
    // React as it ships: quicker by a fifth than with its warnings for who writes.
    env: { NODE_ENV: 'production' },
  },
  {
    names: ['e2e'],
    limitMs: 30 * minuteMs,
    config: 'e2e/playwright.config.ts',
    browser: true,
    programs: true,
  },
];

/** Runs suites in sight and counts their tests; one that ran none or broke has failed. */
export async function runSuites(wanted, filters, env) {
  const { names, config, limitMs } = wanted;
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-suite-'));
  const report = join(folder, 'report.json');
  const isPlaywright = names.includes('e2e');
  const projects = names.flatMap((name) => ['--project', name]);
  const args = isPlaywright
    ? [playwright, 'test', '-c', config, '--reporter=list,json', ...filters]
    : [vitest, 'run', ...projects, ...reporters(report), ...filters];
  const kept = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NODE_COMPILE_CACHE: compiled };
  const { code, timedOut } = await run(node26(), args, {
    env: { ...wanted.env, ...env, ...kept },
    limitMs,
    show: true,
  });
  const expected = filters.length > 0 ? [] : names;
  const count = readCount(
    report,
    isPlaywright ? countPlaywright : (all) => countVitest(all, expected),
  );
  rmSync(folder, { recursive: true, force: true });
  const said = names.join(', ');
  if (timedOut) console.log(`${said}: ended, for it took too long.`);
  else if (count.passed + count.failed === 0) console.log(`${said}: ran no test.`);
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

/**
 * A file that could not even be loaded has no failed test in it, and counts as one; so does a
 * wanted suite without any file.
 */
export function countVitest({ testResults, numPassedTests, numFailedTests }, wanted = []) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const isEmpty = (suite) =>
    !testResults.some(({ name }) => name.startsWith(join(root, suite, sep)));
  const failed = numFailedTests + broken.length + wanted.filter(isEmpty).length;
  return { passed: numPassedTests, failed };
}

/** A test that passed at its second attempt passed. */
export function countPlaywright({ stats, errors }) {
  const failed = stats.unexpected || (errors?.length > 0 ? 1 : 0);
  return { passed: stats.expected + stats.flaky, failed };
}
