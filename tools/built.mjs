import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { node26 } from './install.mjs';
import { root, run } from './processes.mjs';

/**
 * Builds what goes into a folder's `dist/` when its sources are not those of the last build;
 * nothing where they are, nor where the sources are not there at all.
 *
 * @param {object} wanted
 * @param {string} wanted.name what it is called: "panel"
 * @param {string} wanted.folder whose `dist/` it is
 * @param {string} wanted.first the file that is there where the sources are
 * @param {string} wanted.last the file that is there once it is built
 * @param {string[]} wanted.sources folders and files that it is made of
 * @param {(made: string) => string[]} wanted.command what Node is given, to build into a folder
 */
export function ensureBuilt({ name, folder, first, last, sources, command }) {
  const place = join(root, folder);
  if (!existsSync(join(place, first))) return undefined;
  const stampFile = join(root, 'node_modules', `.pitboss-${name}`);
  const stamp = stampOf(sources);
  const isThere = () =>
    existsSync(join(place, 'dist', last)) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp;
  if (isThere()) return undefined;
  return build({ name, place, command, isThere }).then(() => writeFileSync(stampFile, stamp));
}

async function build({ name, place, command, isThere }) {
  console.log(`Building the ${name}…`);
  removeLeftOvers(place);
  const made = join(place, `.dist-${process.pid}`);
  const options = { cwd: place, limitMs: 300_000 };
  const { code, output } = await run(node26(), command(made), options);
  if (code !== 0) {
    rmSync(made, { recursive: true, force: true });
    console.error(output.trim().split('\n').slice(-40).join('\n'));
    throw new Error(`The ${name} could not be built; why stands above.`);
  }
  // Who else has built it meanwhile may be loading it: it is the same, and stays.
  if (isThere()) rmSync(made, { recursive: true, force: true });
  else putInPlace(made, join(place, 'dist'));
}

/**
 * A node that starts meanwhile, or another build, finds it whole: the one before or the new one,
 * for a blink between them none, and never a part of it.
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
function removeLeftOvers(place) {
  for (const name of readdirSync(place)) {
    const [, pid] = /^\.dist-(\d+)/.exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

function stampOf(sources) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of sources) addFolder(hash, join(root, folder));
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
