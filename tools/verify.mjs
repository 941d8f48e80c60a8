import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { main, root } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const style = { name: 'style and tools', args: [vitest, 'run', '--project', 'tools'] };
  const { passed, failed } = await runChecks([style]);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
