import { ensureInstalled, node26 } from './install.mjs';
import { ensurePanel } from './panel.mjs';
import { main, runTogether } from './processes.mjs';
import { serverFlags } from './server-flags.mjs';

await main(async () => {
  await ensureInstalled();
  await ensurePanel();
  return runTogether([{ command: node26(), args: [...serverFlags, 'server/src/main.ts'] }]);
});
