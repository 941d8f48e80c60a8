import { ensureInstalled, node26 } from './install.mjs';
import { main, runTogether } from './processes.mjs';

// `node tools/run.mjs <file> [arguments]` runs a TypeScript file on the right Node.
await main(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled(args[0]?.startsWith('server/') ? 'toRun' : 'all');
  return runTogether([{ command: node26(), args }]);
});
