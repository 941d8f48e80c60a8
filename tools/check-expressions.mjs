import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { main, root } from './processes.mjs';
import { slowExpressions } from './slow-expressions.mjs';

const ignored = /^(\.git|\.cache|node_modules|dist|data|coverage|test-results|playwright-report)$/;

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ignored.test(entry.name) ? [] : sourcesIn(path);
    return entry.isFile() && /\.(tsx?|mjs|cjs)$/.test(entry.name) ? [path] : [];
  });
}

// `node tools/check-expressions.mjs [folder]` names every regular expression that can be slow.
await main(async () => {
  const top = resolve(process.argv[2] ?? root);
  const sources = sourcesIn(top);
  const found = sources.flatMap((file) => {
    const path = relative(top, file).split(sep).join('/');
    return slowExpressions(path, readFileSync(file, 'utf8'));
  });
  for (const line of found) console.log(line);
  if (sources.length === 0) throw new Error('There is no source to check.');
  return found.length === 0 ? 0 : 1;
});
