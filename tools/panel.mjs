import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { node26 } from './install.mjs';
import { root, run } from './processes.mjs';

const stampFile = join(root, 'node_modules', '.pitboss-panel');
const web = join(root, 'web');
const dist = join(web, 'dist');
const page = join(dist, 'index.html');

/** Builds the panel when its sources are not those of the last build; nothing where they are. */
export function ensurePanel() {
  if (!existsSync(join(web, 'index.html'))) return undefined;
  const stamp = stampOf();
  const last = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (last === stamp && existsSync(page)) return undefined;
  return build(stamp);
}

async function build(stamp) {
  console.log('Building the panel…');
  removeLeftOvers();
  const made = join(web, `.dist-${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = { cwd: web, limitMs: 300_000 };
  const wanted = ['build', '--outDir', made, '--emptyOutDir'];
  const { code, output } = await run(node26(), [vite, ...wanted], options);
  if (code !== 0) {
    rmSync(made, { recursive: true, force: true });
    console.error(output.trim().split('\n').slice(-40).join('\n'));
    throw new Error('The panel could not be built; what Vite said stands above.');
  }
  putInPlace(made, dist);
  writeFileSync(stampFile, stamp);
}

/**
 * A node that starts meanwhile, or another build, finds the panel whole: the one before or the new
 * one, for a blink between them none, and never a part of it.
 */
export function putInPlace(made, place) {
  for (let left = 5; ; left -= 1) {
    try {
      renameSync(made, place);
      return;
    } catch (error) {
      if (left === 0 || !['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
    }
    const before = `${made}-before`;
    try {
      renameSync(place, before);
    } catch (error) {
      // Another build has just moved it away.
      if (error.code !== 'ENOENT') throw error;
    }
    rmSync(before, { recursive: true, force: true });
  }
}

/** Of builds that were killed. */
function removeLeftOvers() {
  for (const name of readdirSync(web)) {
    const [, pid] = /^\.dist-(\d+)/.exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    rmSync(join(web, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
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
