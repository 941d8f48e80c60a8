import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { node26 } from './install.mjs';
import { root, run } from './processes.mjs';

const workspaces = ['contract', 'engine', 'server', 'web', 'e2e', 'testkit', 'trials', 'tools'];
const checksAtATime = 2;
const limitMs = 300_000;

/** Every check that needs no database and no browser, as name and command line of Node. */
function staticChecks() {
  const bin = (...path) => join(root, 'node_modules', ...path);
  const depcruise = bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  // Those that only tests and tools are in share one program, for they share what they import. Each
  // is looked at by one checker: four of them learn the same types four times, and take as long.
  const own = workspaces.filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));
  const types = [...own, '.'].map((folder) => ({
    name: `types of ${folder === '.' ? 'all others' : folder}`,
    args: [bin('typescript', 'bin', 'tsc'), '--noEmit', '--checkers', '1', '-p', folder],
  }));
  return [
    ...types,
    {
      name: 'lint and format',
      args: [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'],
    },
    { name: 'imports', args: [depcruise, '--config', '.dependency-cruiser.cjs', ...workspaces] },
    { name: 'slow expressions', args: [join(root, 'tools', 'check-expressions.mjs')] },
    { name: 'unused code', args: [bin('knip', 'bin', 'knip.js')] },
    { name: 'secrets', args: [bin('secretlint', 'bin', 'secretlint.js'), '**/*', '.*'] },
  ];
}

/** Runs the static checks and any further ones, and counts each as one test. */
export async function runChecks(further = []) {
  const waiting = [...staticChecks(), ...further];
  const count = { passed: 0, failed: 0 };
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      count[(await runCheck(check)) ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: checksAtATime }, work));
  return count;
}

async function runCheck({ name, args }) {
  const began = Date.now();
  const { code, output, timedOut } = await run(node26(), args, { limitMs });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)${timedOut ? ': out of time' : ''}`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}
