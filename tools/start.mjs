import { ensureInstalled, node26 } from './install.mjs';
import { ensurePanel } from './panel.mjs';
import { main, runTogether } from './processes.mjs';
import { ensurePrograms } from './programs.mjs';
import { serverFlags } from './server-flags.mjs';

await main(async () => {
  await ensureInstalled('toRun');
  await ensurePrograms();
  const args = [...serverFlags, 'server/dist/main.js'];
  const command = node26();
  // The database is made and filled while the panel is built.
  const panel = ensurePanel();
  if (!panel) return runTogether([{ command, args }]);
  return runTogether([{ command, args: [...args, '--panel-follows'], follows: panel }]);
});
