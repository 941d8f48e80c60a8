import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import { root } from '../../tools/processes.mjs';
import { check, ending, skip, type Tally } from './check.ts';
import { ensureImages } from './images.ts';
import { findProgram, runProgram } from './programs.ts';
import { isServed } from './proxies.ts';
import { isReadyAt, type Site, trySite } from './site.ts';

const file = join(root, 'deploy', 'container', 'compose.yaml');
const project = `pitboss-trial-${process.pid}`;
const buildMs = 1_800_000;
const startMs = 300_000;
const ports = { port: 443, plainPort: 80 };

/** compose.yaml as it is: PostgreSQL, two nodes and Caddy, and a browser that comes in by Caddy. */
export async function tryCompose(tally: Tally, folder: string): Promise<void> {
  const [podman, program] = [findProgram('podman'), findProgram('podman-compose')];
  if (!podman || !program) return skip(tally, 'compose', 'podman-compose');
  for (const port of Object.values(ports)) {
    if (await isTaken(port)) return skip(tally, 'compose', `a free port ${port}`);
  }
  const secret = () => randomBytes(24).toString('hex');
  const settings = {
    POSTGRES_PASSWORD: secret(),
    PITBOSS_OWNER_PASSWORD: secret(),
    PITBOSS_NODE_PASSWORD: secret(),
    SUPER_USERNAME: superSignIn.username,
    SUPER_PASSWORD: superSignIn.password,
    SECOND_FACTOR_KEY: randomBytes(32).toString('hex'),
    PITBOSS_SITE: 'localhost',
  };
  const compose = (...words: string[]) =>
    runProgram(program, ['-p', project, '-f', file, ...words], settings, buildMs);
  const nodes = ['node-1', 'node-2'].map((name) => `${project}_${name}_1`);
  const log = () => nodes.map((name) => runProgram(podman, ['logs', name]).output).join('\n');
  const seenAs = /"address":"10\.\d+\.\d+\.\d+"/;
  const site: Site = { tally, name: 'compose', site: 'localhost', ...ports, log, seenAs };
  const giveBack = await ensureImages(podman, folder);
  const filter = ['--filter', `label=io.podman.compose.project=${project}`];
  const listed = (...what: string[]) =>
    runProgram(podman, [...what, '-q', ...filter]).output.trim();
  const end = async () => {
    compose('down', '-v', '-t', '60');
    // Debian 12 has a podman-compose that leaves the network there.
    const network = listed('network', 'ls');
    if (network) runProgram(podman, ['network', 'rm', network]);
    giveBack();
  };
  await ending(tally, end, async () => {
    // Both nodes are of one image: it is built for the first.
    const built = compose('build', 'node-1');
    check(
      tally,
      'podman-compose build',
      built.code === 0,
      built.code ? built.output.slice(-2_000) : '',
    );
    const up = compose('up', '-d');
    check(tally, 'podman-compose up', up.code === 0, up.code ? up.output.slice(-2_000) : '');
    if (up.code !== 0) return;
    const isThere = await untilReady(site);
    check(tally, 'compose: ready behind Caddy', isThere, isThere ? '' : log().slice(-2_000));
    if (!isThere) return;
    await trySite(site);
    await tryOneNode(site, podman, nodes);
  });
  const left = [listed('ps', '-a'), listed('volume', 'ls'), listed('network', 'ls')];
  const named = left.join(' ').trim();
  check(tally, 'compose: nothing is left', named === '', named);
}

/** Each of them can go, in good order, while the other serves. */
async function tryOneNode(site: Site, podman: string, nodes: string[]): Promise<void> {
  for (const name of nodes) {
    runProgram(podman, ['stop', '-t', '60', name]);
    const format = ['inspect', '--format', '{{.State.ExitCode}}', name];
    const code = runProgram(podman, format).output.trim();
    const isThere = await untilReady(site);
    check(site.tally, `compose: ${name} away, the other serves`, isThere && code === '0', code);
    runProgram(podman, ['start', name]);
    await untilHealthy(podman, name);
  }
}

async function untilHealthy(podman: string, name: string): Promise<void> {
  for (const until = Date.now() + startMs; Date.now() < until; await sleep(500)) {
    if (runProgram(podman, ['healthcheck', 'run', name]).code === 0) return;
  }
  throw new Error(`${name} does not come back.`);
}

async function untilReady(site: Site): Promise<boolean> {
  for (const until = Date.now() + startMs; Date.now() < until; await sleep(500)) {
    if ((await isServed(site.port, site.site)) && (await isReadyAt(site))) return true;
  }
  return false;
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
