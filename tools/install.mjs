import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './processes.mjs';

const stampFile = join(root, 'node_modules', '.pitboss-installed');
const lockFile = join(root, 'package-lock.json');
const wanted = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];

/**
 * Installs the packages when they are not yet those that the lock file names: all of them, or
 * only those `toRun`, which build the panel and run the platform. Once all are there they stay.
 */
export async function ensureInstalled(which = 'all') {
  const last = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  const kept = last.endsWith(' all') ? 'all' : which;
  const stamp = stampOf();
  if (last === `${stamp} all` || last === `${stamp} ${kept}`) return;
  await install(root, kept);
  writeFileSync(stampFile, `${stamp} ${kept}`);
}

/** Installs what a folder with a package and a lock file of its own names. */
export async function install(folder, which = 'all') {
  console.log('Installing packages…');
  // `npm ci` refuses a lock file that lacks the packages of foreign platforms, which some
  // registries do not offer. `npm install` takes it, and must then not leave it changed.
  const lockFile = join(folder, 'package-lock.json');
  const lock = readFileSync(lockFile);
  const [command, first] = npm();
  const dev = which === 'all' ? '--include=dev' : '--omit=dev';
  const flags = [dev, '--include=optional', '--ignore-scripts', '--no-audit'];
  // The lock file pins what is wanted: what the cache holds of it need not be asked for again.
  const quick = ['--prefer-offline', '--no-fund', '--loglevel=error'];
  const args = [...first, 'install', ...flags, ...quick];
  const { code, output } = await run(command, args, { cwd: folder, env: npmEnvironment() });
  if (!readFileSync(lockFile).equals(lock)) writeFileSync(lockFile, lock);
  if (code !== 0) {
    console.error(output.trim().split('\n').slice(-20).join('\n'));
    throw new Error('The packages could not be installed; what npm said stands above.');
  }
}

function stampOf() {
  const read = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  hash.update(readFileSync(lockFile));
  for (const folder of ['.', ...read('.').workspaces]) {
    const manifest = read(folder);
    hash.update(JSON.stringify([folder, wanted.map((field) => manifest[field])]));
  }
  return hash.digest('hex');
}

/** Below `npm start` npm tells its own path, which also serves where no `npm` is in the PATH. */
function npm() {
  const path = process.env.npm_execpath;
  if (path?.endsWith('npm-cli.js') && existsSync(path)) return [process.execPath, [path]];
  return process.platform === 'win32' ? ['cmd', ['/c', 'npm']] : ['npm', []];
}

/**
 * npm needs a folder for its cache, also where the account has no home of its own: what npm itself
 * has started is told of the one that npm would take, whether there can be one or not.
 */
export function npmEnvironment() {
  if (process.platform === 'win32') return {};
  const cache = process.env.npm_config_cache ?? join(process.env.HOME || '/nowhere', '.npm');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return {};
  } catch {
    const home = join(tmpdir(), `pitboss-npm-${process.getuid()}`);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    return { HOME: home, npm_config_cache: join(home, '.npm') };
  }
}

let found;

/** The Node for our TypeScript: the one among the packages, or a recent one of the machine. */
export function node26() {
  found ??= findNode();
  return found;
}

function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const ours = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', file);
  let why = 'no newer one is among the packages for this machine';
  for (const candidate of [ours, process.execPath]) {
    const { status, stdout, stderr } = spawnSync(candidate, ['--version'], { encoding: 'utf8' });
    if (status === 0 && isRecent(stdout)) return candidate;
    // A library that it needs may be missing, such as libatomic1 on a bare Debian.
    const said = stderr?.trim().split('\n').at(-1);
    if (candidate === ours && said) why = `the one among the packages cannot be run (${said})`;
  }
  throw new Error(`Pitboss needs Node 24.7 or newer; this is ${process.version}, and ${why}.`);
}

function isRecent(version) {
  const [major, minor] = version.slice(1).split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 7);
}
