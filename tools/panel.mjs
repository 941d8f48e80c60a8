import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { node26 } from './install.mjs';
import { root, run } from './processes.mjs';

const stampFile = join(root, 'node_modules', '.pitboss-panel');
const page = join(root, 'web', 'dist', 'index.html');

/** Builds the panel when its sources are not those of the last build; nothing where they are. */
export function ensurePanel() {
  if (!existsSync(join(root, 'web', 'index.html'))) return undefined;
  const stamp = stampOf();
  const last = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (last === stamp && existsSync(page)) return undefined;
  return build(stamp);
}

async function build(stamp) {
  console.log('Building the panel…');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = { cwd: join(root, 'web'), limitMs: 300_000 };
  const { code, output } = await run(node26(), [vite, 'build'], options);
  if (code !== 0) {
    console.error(output.trim().split('\n').slice(-40).join('\n'));
    throw new Error('The panel could not be built; what Vite said stands above.');
  }
  writeFileSync(stampFile, stamp);
}

function stampOf() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const folders = ['web', join('contract', 'src'), join('engine', 'src')];
  for (const folder of folders) addFolder(hash, join(root, folder));
  return hash.digest('hex');
}

function addFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['node_modules', 'dist', 'coverage'].includes(entry.name)) continue;
    if (entry.name.includes('.test.') || entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    // A checkout that was moved is the same.
    else if (entry.isFile()) hash.update(relative(root, path)).update(readFileSync(path));
  }
}
