import { join } from 'node:path';
import { ensureBuilt } from './built.mjs';
import { root } from './processes.mjs';

const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/** The panel as browsers get it, built anew when its sources have changed. */
export function ensurePanel() {
  return ensureBuilt({
    name: 'panel',
    folder: 'web',
    first: 'index.html',
    last: 'index.html',
    sources: ['web', join('contract', 'src'), join('engine', 'src')],
    command: (made) => [vite, 'build', '--outDir', made, '--emptyOutDir'],
  });
}
