import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { node26 } from './install.mjs';
import { root, run } from './processes.mjs';

/** The shell first: it draws no window around each page, which takes most of a browser's time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const limitMs = 600_000;

/** The path of a Chromium that runs; installs one where the machine has none. */
export async function ensureChromium() {
  const wish = process.env.CHROMIUM_PATH;
  if (wish) {
    if (works(wish)) return wish;
    throw new Error(`CHROMIUM_PATH names ${wish}, which does not run.`);
  }
  const installed = find();
  if (installed) return installed;
  console.log('Installing Chromium…');
  for (const install of [fromDebian, fromPlaywright]) {
    await install();
    const path = find();
    if (path) return path;
  }
  throw new Error(
    'The browser tests need Chromium and none could be installed: install one and name it in ' +
      'CHROMIUM_PATH.',
  );
}

function find() {
  return [...places, playwrightsOwn()].find(works);
}

/** Some systems have in its place a script that only asks to install something else. */
function works(path) {
  if (!path || !existsSync(path)) return false;
  return spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0;
}

function playwrightsOwn() {
  const script = "console.log(require('playwright-core').chromium.executablePath())";
  const { stdout } = spawnSync(node26(), ['-e', script], { cwd: root, encoding: 'utf8' });
  return stdout?.trim();
}

async function fromDebian() {
  const release = '/etc/os-release';
  const isDebian =
    existsSync(release) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(release));
  if (!isDebian || process.getuid?.() !== 0) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env, limitMs });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const packages = ['--no-install-recommends', name, 'fonts-liberation'];
    const { code } = await run('apt-get', ['install', '-y', ...packages], { env, limitMs });
    if (code === 0) return;
  }
}

async function fromPlaywright() {
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  await run(node26(), [cli, 'install', 'chromium'], { limitMs });
}
