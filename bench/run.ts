import { betsBatch } from './bets-batch.bench.ts';
import { depositHttp } from './deposit-http.bench.ts';
import type { Figure } from './figure.ts';

const benches: Record<string, () => Promise<Figure[]>> = {
  'deposit-http': depositHttp,
  'bets-batch': betsBatch,
};

/** `npm run bench [-- --only NAME] [-- --json]`: each figure, its goal, and whether it holds. */
async function run(args: string[]): Promise<void> {
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  const isJson = args.includes('--json');
  const chosen = Object.entries(benches).filter(([name]) => !only || name === only);
  if (chosen.length === 0) throw new Error(`There is no bench called ${only}.`);
  for (const [, bench] of chosen) {
    for (const { detail, ...figure } of await bench()) {
      const { name, value, unit, goal, holds } = figure;
      const verdict = holds ? 'holds' : 'does not hold';
      const line = `${name.padEnd(16)} ${value} ${unit}, goal ${goal}: ${verdict}; ${detail}`;
      process.stdout.write(`${isJson ? JSON.stringify(figure) : line}\n`);
    }
  }
}

await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
