import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, node26 } from './install.mjs';
import { ensurePanel } from './panel.mjs';
import { root } from './processes.mjs';
import { ensurePrograms } from './programs.mjs';
import { serverFlags } from './server-flags.mjs';

const configurationCode = 78;

/**
 * For `bin/pitboss`, which becomes what is printed here, a word to a line: our Node and
 * what it is to run. All else that is said goes to the other channel.
 */
async function launch(name) {
  console.log = console.error;
  const file = name === 'start' ? 'server/dist/main.js' : commandOf(name);
  await ensureInstalled('toRun');
  await ensurePrograms();
  if (name === 'start') await ensurePanel();
  const flags = name === 'start' ? serverFlags : [];
  process.stdout.write([node26(), ...flags, join(root, file)].join('\n'));
}

/** A command is what `npm run` knows by the name, where that is one of the programs. */
function commandOf(name) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const own = /^node tools\/run\.mjs (server\/dist\/\S+)$/;
  const commands = Object.keys(scripts).filter((one) => own.test(scripts[one]));
  const [, file] = own.exec(scripts[name] ?? '') ?? [];
  if (file) return file;
  process.exitCode = configurationCode;
  throw new Error(`Use: bin/pitboss [${['start', ...commands].join(' | ')}] [arguments]`);
}

try {
  await launch(process.argv[2] ?? 'start');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode ||= 1;
}
