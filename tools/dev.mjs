import { join } from 'node:path';
import { ensureInstalled, node26 } from './install.mjs';
import { main, root, runTogether } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return runTogether([
    { command: node26(), args: ['--watch', 'server/src/main.ts'] },
    { command: node26(), args: [vite], cwd: join(root, 'web') },
  ]);
});
