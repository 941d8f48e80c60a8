import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { ensurePanel } from './panel.mjs';
import { main, root } from './processes.mjs';
import { ensurePrograms } from './programs.mjs';
import { runSuites, runs } from './suites.mjs';

// `npm test` runs everything, `npm test -- server` one suite, and `npm test -- server ledger`
// those files of it whose path has that word.
const names = ['static', ...runs.flatMap((run) => run.names)];
const chosen = process.argv.slice(2).filter((word) => names.includes(word));
const filters = process.argv.slice(2).filter((word) => !names.includes(word));
const isChosen = (name) => chosen.length === 0 || chosen.includes(name);
const count = { passed: 0, failed: 0 };

await main(async () => {
  if (filters.length > 0 && chosen.length === 0) {
    throw new Error(`There is no suite "${filters[0]}": choose among ${names.join(', ')}.`);
  }
  await attempt(runAll);
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
});

async function runAll() {
  await ensureInstalled();
  const present = runs.filter(({ config }) => !config || existsSync(join(root, config)));
  const wanted = present
    .map((run) => ({ ...run, names: run.names.filter(isChosen) }))
    .filter((run) => run.names.length > 0);
  if (wanted.length === 0 && !isChosen('static')) {
    throw new Error(`The suite ${chosen.join(', ')} has no configuration yet.`);
  }
  const browser = wanted.some((run) => run.browser) ? ensureChromium() : undefined;
  // It comes while the first checks run; whoever needs it hears of what went wrong.
  browser?.catch(() => {});
  if (isChosen('static')) {
    title('static checks');
    add(await runChecks());
  }
  for (const run of wanted) {
    title(run.names.join(', '));
    await attempt(async () => {
      const env = run.browser ? { CHROMIUM_PATH: await browser } : {};
      if (run.programs) await ensurePrograms();
      if (run.names.includes('e2e')) await ensurePanel();
      add(await runSuites(run, filters, env));
    });
  }
}

/** What stands in the way of one suite must not keep the others from running. */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    count.failed += 1;
  }
}

function title(text) {
  console.log(`\n— ${text}`);
}

function add({ passed, failed }) {
  count.passed += passed;
  count.failed += failed;
}
