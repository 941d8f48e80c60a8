import { ensureInstalled, node26 } from './install.mjs';
import { main, runTogether } from './processes.mjs';
import { ensurePrograms } from './programs.mjs';

// `node tools/run.mjs <file> [arguments]` runs a program of the platform, or what works with them.
await main(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled(args[0]?.startsWith('server/dist/') ? 'toRun' : 'all');
  await ensurePrograms();
  return runTogether([{ command: node26(), args }]);
});
