import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ourFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The file that is a program of the platform as operators run it, `main` or a command, of this
 * checkout or of another release. Releases before the programs were built ran their sources.
 */
export function programOf(name: string, release = ourFolder): string {
  const server = join(release, 'server');
  const built = join(server, 'dist', `${name}.js`);
  if (release === ourFolder || existsSync(built)) return built;
  return join(server, 'src', `${name}.ts`);
}
