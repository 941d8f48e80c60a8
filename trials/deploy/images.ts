import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/processes.mjs';
import { assertRootOnDebian, makeDebian } from '../debian/make-debian.ts';
import { runProgram } from './programs.ts';

const fetchMs = 600_000;
const folderOfStandIns = join(root, 'trials', 'deploy', 'stand-ins');
const debian = 'docker.io/library/debian:trixie-slim';
/** What deploy/container begins with, and what stands for it. */
const images = [debian, 'docker.io/library/postgres:17', 'docker.io/library/caddy:2'];

/**
 * Has the images that deploy/container begins with on this machine: fetched, or, where no registry
 * can be reached, made of Debian's packages with the same entry points and variables. Those go by
 * the names of the others only until what is answered is called.
 */
export async function ensureImages(podman: string, folder: string): Promise<() => void> {
  const lent: [own: string, name: string][] = [];
  for (const name of images) {
    if (runProgram(podman, ['image', 'exists', name]).code === 0) continue;
    if (runProgram(podman, ['pull', '--quiet', name], {}, fetchMs).code === 0) continue;
    const [short = ''] = name.split('/').at(-1)?.split(':') ?? [];
    const own = `localhost/pitboss-stand-in-${short}`;
    console.log(`       ${name} cannot be fetched: ${own} stands for it`);
    if (runProgram(podman, ['image', 'exists', own]).code !== 0) {
      await (name === debian ? importDebian(podman, folder, own) : build(podman, short, own));
    }
    must(podman, ['tag', own, name]);
    lent.push([own, name]);
  }
  return () => {
    for (const [own, name] of lent) runProgram(podman, ['untag', own, name]);
  };
}

async function importDebian(podman: string, folder: string, own: string): Promise<void> {
  assertRootOnDebian('A Debian for the images is made here');
  const made = join(folder, 'trixie');
  await makeDebian({ folder, debian: made, release: 'trixie', packages: ['ca-certificates'] });
  // Whom this machine trusts besides, where packages come through a proxy.
  const { NODE_EXTRA_CA_CERTS: trusted } = process.env;
  if (trusted) copyFileSync(trusted, join(made, 'etc', 'ssl', 'certs', 'ca-certificates.crt'));
  const packed = join(folder, 'trixie.tar');
  must('tar', ['-C', made, '-cf', packed, '.']);
  must(podman, ['import', '--change', 'CMD=["bash"]', packed, own]);
  rmSync(packed);
}

function build(podman: string, short: string, own: string): void {
  const file = join(folderOfStandIns, `${short}.Containerfile`);
  const flags = ['--isolation', 'chroot', '--network', 'host'];
  must(podman, ['build', ...flags, '-f', file, '-t', own, folderOfStandIns]);
}

function must(command: string, args: string[]): void {
  const { code, output } = runProgram(command, args, {}, fetchMs);
  if (code !== 0) throw new Error(`${command} ${args[0]} failed:\n${output.slice(-2_000)}`);
}
