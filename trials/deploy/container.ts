import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabaseStage } from '@pitboss/testkit/database-stage';
import { freePort } from '@pitboss/testkit/free-port';
import { isReady } from '@pitboss/testkit/http-client';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import { root } from '../../tools/processes.mjs';
import { check, ending, skip, type Tally } from './check.ts';
import { ensureImages } from './images.ts';
import { findProgram, runProgram } from './programs.ts';

const image = 'localhost/pitboss-trial';
const name = `pitboss-trial-${process.pid}`;
const buildMs = 1_800_000;
const startMs = 180_000;

/**
 * Builds the image and runs a node of it. A machine that is a container itself may need another
 * runtime or lower limits: CONTAINERS_CONF names a file that says so to podman.
 */
export async function tryContainer(tally: Tally, folder: string): Promise<void> {
  const podman = findProgram('podman');
  if (!podman) return skip(tally, 'container', 'podman');
  const file = join(root, 'deploy', 'container', 'Containerfile');
  const flags = ['--isolation', 'chroot', '--format', 'docker', '--network', 'host'];
  const giveBack = await ensureImages(podman, folder);
  const args = ['build', ...flags, '-f', file, '-t', image, root];
  const built = runProgram(podman, args, {}, buildMs);
  giveBack();
  check(tally, 'podman build', built.code === 0, built.code ? built.output.slice(-2_000) : '');
  if (built.code !== 0) return;
  const stage = await openDatabaseStage({ listen: 'tcp' });
  await ending(tally, stage.close, async () => {
    await tryNode(tally, podman, await stage.newDatabase('contained'));
  });
}

async function tryNode(tally: Tally, podman: string, url: string): Promise<void> {
  const port = await freePort();
  const settings = {
    DATABASE_URL: nodeUrl(url),
    DATABASE_OWNER_URL: url,
    SUPER_USERNAME: superSignIn.username,
    SUPER_PASSWORD: superSignIn.password,
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const env = Object.entries(settings).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  const strict = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--network', 'host'];
  const remove = async () => void runProgram(podman, ['rm', '-f', name]);
  await ending(tally, remove, async () => {
    const started = runProgram(podman, ['run', '-d', '--name', name, ...strict, ...env, image]);
    check(tally, 'podman run', started.code === 0, started.code ? started.output : '');
    if (started.code !== 0) return;
    const isServed = await untilReady(port);
    const said = isServed ? '' : runProgram(podman, ['logs', name]).output.slice(-2_000);
    check(tally, 'a node in the container is ready', isServed, said);
    const health = runProgram(podman, ['healthcheck', 'run', name]);
    check(tally, 'its health check says so', health.code === 0, health.output.trim());
    const uid = runProgram(podman, ['exec', name, 'id', '-u']).output.trim();
    check(tally, 'nobody in it is root', uid === '10001', uid);
    const stopped = runProgram(podman, ['stop', '-t', '60', name]);
    const format = ['inspect', '--format', '{{.State.ExitCode}}', name];
    const code = runProgram(podman, format).output.trim();
    check(tally, 'SIGTERM ends it in good order', stopped.code === 0 && code === '0', code);
  });
}

async function untilReady(port: number): Promise<boolean> {
  for (const until = Date.now() + startMs; Date.now() < until; await sleep(500)) {
    if (await isReady(port)) return true;
  }
  return false;
}
