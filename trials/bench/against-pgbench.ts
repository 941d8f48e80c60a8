import type { Stage } from './bench-stage.ts';
import { type Figure, inTurn, median, shareFigures } from './figure.ts';
import type { LoadResult } from './http-load.ts';
import { pgbench, withScript } from './pgbench.ts';

const slots = 7;
const slotSeconds = 3;

interface Side {
  stage: Stage;
  /** The work of one call, for pgbench. */
  script: string;
  /** Calls over HTTP for so long. */
  load: (seconds: number) => Promise<LoadResult>;
}

/** What HTTP reaches of pgbench on the same database at 8 clients, slot by slot. */
export async function againstPgbench(name: string, sides: Side[], goal: number): Promise<Figure[]> {
  const measured = sides.map((side) => ({
    side,
    http: [] as LoadResult[],
    direct: [] as number[],
  }));
  for (const { side } of measured) {
    await side.load(2);
    await straight(side, 1);
  }
  for (let slot = 0; slot < slots; slot++) {
    for (const { side, http, direct } of inTurn(measured, slot)) {
      http.push(await side.load(slotSeconds));
      direct.push(await straight(side, slotSeconds));
      await side.stage.rest();
    }
  }
  for (const { stage } of sides) await stage.audit();
  const taken = measured.map(({ side, http, direct }) => ({
    release: side.stage.release,
    perSecond: http.map(({ perSecond }) => perSecond),
    anchor: direct,
    more: ` (p50 ${ms(http.map(({ p50Ms }) => p50Ms))}, p99 ${ms(http.map(({ p99Ms }) => p99Ms))})`,
  }));
  return shareFigures(name, taken, 'of pgbench', goal);
}

function straight({ stage, script }: Side, seconds: number): Promise<number> {
  return withScript(script, (scriptPath) =>
    pgbench({ url: stage.databaseUrl, scriptPath, clients: 8, seconds }),
  );
}

const ms = (values: number[]) => `${median(values).toFixed(1)} ms`;
