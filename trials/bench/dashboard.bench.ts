import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '@pitboss/testkit/http-client';
import { type Figure, median } from './figure.ts';
import type { FilledStage, Side } from './filled-stage.ts';

const rounds = 9;
const msGoal = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Midnight in India, which no rollup by days knows. */
const midnight = Math.floor((Date.now() + 5.5 * hourMs) / dayMs) * dayMs - 5.5 * hourMs;
const span = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
const days = (count: number) => span(midnight - (count - 1) * dayMs, midnight + dayMs);

/** What the dashboard asks for over some days: the period, the one before, hours and days. */
function playOf(count: number) {
  const hours = Array.from({ length: 48 }, (_, hour) => midnight + (hour - 24) * hourMs);
  const each = Array.from({ length: Math.max(count, 30) }, (_, day) => midnight - day * dayMs);
  const from = midnight - (count - 1) * dayMs;
  return {
    spans: [
      days(count),
      span(from - count * dayMs, from),
      ...hours.map((at) => span(at, at + hourMs)),
      ...each.map((at) => span(at, at + dayMs)),
    ],
  };
}

const widgets = [1, 7, 30].flatMap((count) => [
  { name: `time, ${count} days`, path: '/api/stats/play', body: playOf(count) },
  { name: `who, ${count} days`, path: '/api/stats/who', body: days(count) },
  { name: `by operator, ${count} days`, path: '/api/stats/operators', body: days(count) },
]);
const toDo = { name: 'to do', path: '/api/stats/todo', body: {} };

interface Times {
  name: string;
  ms: number;
  /** When nothing is remembered of it. */
  firstMs: number;
}

/** Each widget of the dashboard at ten million bets, for SUPER and an ADMIN of 1,000 clients. */
export async function dashboard({ large }: FilledStage): Promise<Figure[]> {
  await becomeFolded(large);
  const measured: Times[] = [];
  for (const role of ['SUPER', 'ADMIN'] as const) {
    for (const { name, path, body } of [...widgets, toDo]) {
      measured.push({ name: `${name}, ${role}`, ...(await timesOf(large, role, path, body)) });
    }
  }
  const ordered = measured.toSorted((one, other) => other.ms - one.ms);
  const [slowest] = ordered;
  const [first] = measured.toSorted((one, other) => other.firstMs - one.firstMs);
  if (!slowest || !first) throw new Error('Nothing was measured.');
  return [
    {
      name: 'dashboard-p50',
      value: Math.round(slowest.ms * 10) / 10,
      unit: 'ms at most',
      goal: msGoal,
      holds: slowest.ms <= msGoal,
      detail: [
        ...ordered.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`),
        `when first asked for at most ${first.firstMs.toFixed(1)} ms: ${first.name}`,
      ].join('; '),
    },
  ];
}

/** The node folds play of its own accord: after filling, all of it. */
async function becomeFolded({ direct }: Side): Promise<void> {
  for (;;) {
    const { rows } = await direct.query(
      `select play_folded_until() >= now() - interval '2 hours' as "isFolded"`,
    );
    if (rows[0].isFolded) return;
    await sleep(1_000);
  }
}

async function timesOf(side: Side, role: 'SUPER' | 'ADMIN', path: string, body: object) {
  const times: number[] = [];
  for (let round = 0; round < rounds + 2; round++) {
    const { ms } = await must(side.node.port, { path, token: side.tokens[role], body });
    times.push(ms);
  }
  return { ms: median(times.slice(2)), firstMs: times[0] ?? Number.NaN };
}
