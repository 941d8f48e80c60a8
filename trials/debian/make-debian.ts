import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../tools/processes.mjs';

const limitMs = 900_000;

interface Wanted {
  /** Where what is needed for it is put, too. */
  folder: string;
  debian: string;
  /** Its code name. */
  release: string;
  /** What it has besides the least. */
  packages?: string[];
}

/** Whether a Debian can be made in a folder here, and entered. */
export function assertRootOnDebian(what: string): void {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isRoot || !existsSync('/etc/debian_version')) {
    throw new Error(`${what}: this needs root on Debian.`);
  }
}

/** Makes a small Debian in a folder, from the mirror that this machine itself is installed from. */
export async function makeDebian({ folder, debian, release, packages = [] }: Wanted) {
  console.log(`Making a Debian (${release}) in ${debian}…`);
  const { program, scripts } = await findDebootstrap(folder);
  const architecture = (await must('dpkg', ['--print-architecture'])).trim();
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
  const args = ['--variant=minbase', `--arch=${architecture}`, ...include, release, debian];
  // A release that is younger than debootstrap is made as the youngest is.
  const known = [release, 'sid'].map((name) => join(scripts, 'scripts', name)).find(existsSync);
  await must('bash', [program, ...args, await mirrorOfApt(), ...(known ? [known] : [])], {
    DEBOOTSTRAP_DIR: scripts,
  });
}

/** The machine's own, or the package unpacked: it needs no installing. */
async function findDebootstrap(folder: string): Promise<{ program: string; scripts: string }> {
  const own = { program: '/usr/sbin/debootstrap', scripts: '/usr/share/debootstrap' };
  if (existsSync(own.program)) return own;
  mkdirSync(folder, { recursive: true });
  const download = () => run('apt-get', ['download', 'debootstrap'], { cwd: folder, limitMs });
  if ((await download()).code !== 0) {
    await must('apt-get', ['update']);
    await download();
  }
  const isPackage = (name: string) => /^debootstrap_.*\.deb$/.test(name);
  const file = readdirSync(folder).find(isPackage);
  if (!file) throw new Error('debootstrap is not installed, and apt has none to download.');
  const unpacked = join(folder, 'debootstrap');
  await must('dpkg-deb', ['-x', join(folder, file), unpacked]);
  return {
    program: join(unpacked, own.program),
    scripts: join(unpacked, own.scripts),
  };
}

async function mirrorOfApt(): Promise<string> {
  const format = '$(REPO_URI) $(LABEL) $(COMPONENT)';
  const said = await must('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const mirror = said.split('\n').map((line) => line.split(' '));
  const [found] =
    mirror.find(([, label, component]) => label === 'Debian' && component === 'main') ?? [];
  if (!found) throw new Error("None of apt's sources is a mirror of Debian. Try apt-get update.");
  return found;
}

/** Runs a program to its end, and ends with what it said where it fails. */
export async function must(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { code, output } = await run(command, args, { env, limitMs });
  if (code === 0) return output;
  const end = output.trim().split('\n').slice(-12).join('\n');
  throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed:\n${end}`);
}
