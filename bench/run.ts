import { betsBatch } from './bets-batch.bench.ts';
import { betsSingle } from './bets-single.bench.ts';
import { depositHot, depositHttp } from './deposit-http.bench.ts';
import type { Figure } from './figure.ts';
import { type FilledStage, filledStage } from './filled-stage.ts';
import { listFlat, listVsNaive, reportFlat } from './list-flat.bench.ts';
import { memory } from './memory.bench.ts';
import { panelLoad } from './panel-load.bench.ts';
import { panelReact } from './panel-react.bench.ts';
import { search } from './search.bench.ts';
import { start } from './start.bench.ts';
import { superSignIn } from './start-node.ts';

const alone: Record<string, () => Promise<Figure[]>> = {
  'deposit-http': depositHttp,
  'deposit-hot': depositHot,
  'bets-batch': betsBatch,
  'bets-single': betsSingle,
  search,
  memory,
  start,
  'panel-load': panelLoad,
};

/** These look at ten million bets, which are filled in once for all of them. */
const overTenMillion: Record<string, (stage: FilledStage) => Promise<Figure[]>> = {
  'list-flat': listFlat,
  'report-flat': reportFlat,
  'panel-react': ({ large }) => panelReact(`http://127.0.0.1:${large.node.port}`, superSignIn),
  'list-vs-naive': listVsNaive,
};

/** `npm run bench [-- --only NAME] [-- --json]`: each figure, its goal, and whether it holds. */
async function run(args: string[]): Promise<void> {
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  const isJson = args.includes('--json');
  const isChosen = ([name]: [string, unknown]) => !only || name === only;
  const first = Object.entries(alone).filter(isChosen);
  const then = Object.entries(overTenMillion).filter(isChosen);
  if (first.length + then.length === 0) throw new Error(`There is no bench called ${only}.`);
  for (const [, bench] of first) print(await bench(), isJson);
  if (then.length === 0) return;
  const stage = await filledStage((line) => process.stderr.write(`${line}\n`));
  try {
    for (const [, bench] of then) print(await bench(stage), isJson);
  } finally {
    await stage.close();
  }
}

function print(figures: Figure[], isJson: boolean): void {
  for (const { detail, ...figure } of figures) {
    const { name, value, unit, goal, holds } = figure;
    const verdict = holds ? 'holds' : 'does not hold';
    const line = `${name.padEnd(22)} ${value} ${unit}, goal ${goal}: ${verdict}; ${detail}`;
    process.stdout.write(`${isJson ? JSON.stringify(figure) : line}\n`);
  }
}

// What tools say while they install or build is not a figure.
console.log = console.error;

await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
