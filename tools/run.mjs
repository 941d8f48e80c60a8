import { ensureInstalled, node26 } from './install.mjs';
import { main, runTogether } from './processes.mjs';

// `node tools/run.mjs <file> [arguments]` runs a TypeScript file on the right Node.
await main(async () => {
  await ensureInstalled();
  return runTogether([{ command: node26(), args: process.argv.slice(2) }]);
});
