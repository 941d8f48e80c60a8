import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root, run } from '../../tools/processes.mjs';

interface Component {
  name: string;
  version: string;
}

export interface Sbom {
  bomFormat: string;
  components: Component[];
}

const path = join(root, 'dist', 'sbom.json');

/** Every package of the lock file as a CycloneDX document, by npm itself, in `dist/sbom.json`. */
export async function writeSbom(): Promise<{ path: string; sbom: Sbom }> {
  const npm = process.env.npm_execpath;
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  await mkdir(dirname(path), { recursive: true });
  // The document is larger than what is kept of a program's output, so a shell puts it in place.
  const command = npm ? `"${process.execPath}" "${npm}"` : 'npm';
  const line = `${command} ${args.join(' ')} --loglevel=error > "${path}"`;
  const { code, output } = await run('sh', ['-c', line], { limitMs: 120_000 });
  if (code !== 0) throw new Error(`npm could not list the packages: ${output.slice(-500)}`);
  const text = await readFile(path, 'utf8');
  const sbom: Sbom = JSON.parse(text);
  return { path, sbom };
}

/** The packages that the lock file names and the document does not. */
export async function missingFrom({ components }: Sbom): Promise<string[]> {
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const wanted = Object.entries(lock.packages as Record<string, { version?: string; link?: true }>)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)}@${version}`);
  return [...new Set(wanted)].filter((one) => !listed.has(one));
}
