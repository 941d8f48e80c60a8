import { ensureInstalled, node26 } from './install.mjs';
import { ensurePanel } from './panel.mjs';
import { main, runTogether } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  await ensurePanel();
  return runTogether([{ command: node26(), args: ['server/src/main.ts'] }]);
});
