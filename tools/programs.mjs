import { join } from 'node:path';
import { ensureBuilt } from './built.mjs';
import { root } from './processes.mjs';

/**
 * The node and its commands as they run, built anew when their sources have changed: a node is
 * some thousand files, its packages' among them, and to find and read each took most of a start.
 */
export function ensurePrograms() {
  return ensureBuilt({
    name: 'platform',
    folder: 'server',
    first: join('src', 'main.ts'),
    last: 'main.js',
    sources: [join('server', 'src'), join('contract', 'src'), join('engine', 'src'), 'tools'],
    command: (made) => [join(root, 'tools', 'bundle.mjs'), made],
  });
}
