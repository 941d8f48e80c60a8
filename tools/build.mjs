import { ensureInstalled } from './install.mjs';
import { ensurePanel } from './panel.mjs';
import { main } from './processes.mjs';
import { ensurePrograms } from './programs.mjs';

// `npm run build` makes everything ready that a start would, for where a node may not write.
await main(async () => {
  await ensureInstalled('toRun');
  await ensurePrograms();
  await ensurePanel();
});
