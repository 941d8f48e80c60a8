import { type Answer, must } from '@pitboss/testkit/http-client';
import { type Figure, median } from './figure.ts';
import type { FilledStage, Side } from './filled-stage.ts';

const rounds = 9;
const pageLength = 20;
const dayMs = 86_400_000;
const ratioGoal = 2;
const msGoal = 20;
/** A week of the ten million: over all of them the plain query takes minutes. */
const naiveDays = 7;

/** A list or a report, for one kind of caller, over some days, at one page. */
export interface Question {
  name: string;
  ask: (side: Side) => Promise<Answer>;
}

type Scope = 'SUPER' | 'ADMIN' | 'client';

export interface List {
  /** Missing where the path says it. */
  name?: string;
  path: string;
  /** The list's own filters. */
  filter?: object;
  /** Where the count of everything found stands in the answer. */
  countOf: (data: Answer['data']) => number;
}

const betList: List = {
  path: '/api/bets/getallbets',
  countOf: ({ data }) => data.recordsTotal,
};
const roundPl: List = { path: '/api/roundpl/getRoundPl', countOf: betList.countOf };
const statement: List = {
  path: '/api/transactions/getAllStatement',
  countOf: ({ recordsTotal }) => recordsTotal,
};

/** Bets: page 1, page 5,000 (or the middle, where there are fewer) and the last page. */
export function listFlat(stage: FilledStage): Promise<Figure[]> {
  return flatness('list-flat', stage, pagesOf(betList, ['SUPER', 'ADMIN', 'client']));
}

export function reportFlat(stage: FilledStage): Promise<Figure[]> {
  return flatness('report-flat', stage, [
    ...pagesOf(roundPl, ['SUPER', 'ADMIN']),
    ...pagesOf(statement, ['SUPER', 'ADMIN', 'client']),
    ...(['SUPER', 'ADMIN'] as const).map((role) => ({
      name: `stats ${role}`,
      ask: ({ node, tokens }: Side) =>
        must(node.port, { path: '/api/stats/allStats', token: tokens[role], body: {} }),
    })),
  ]);
}

/** The bets' pages against the same found by count, sum and OFFSET, on ten million. */
export async function listVsNaive({ large }: FilledStage): Promise<Figure[]> {
  const ratios: { name: string; value: number; ours: number; naive: number }[] = [];
  for (const scope of ['SUPER', 'ADMIN', 'client'] as const) {
    const page = pageAt(betList, scope, naiveDays, '5000');
    await page.ask(large);
    const ours: number[] = [];
    const naive: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { ms, data } = await page.ask(large);
      ours.push(ms);
      naive.push(await naivePage(large, scope, data));
    }
    const value = median(naive.map((ms, round) => ms / (ours[round] ?? Number.NaN)));
    ratios.push({ name: page.name, value, ours: median(ours), naive: median(naive) });
  }
  return ratios.map(({ name, value, ours, naive }) => ({
    name: `list-vs-naive ${name.split(' ')[1]}`,
    value: Math.round(value * 10) / 10,
    unit: 'times the speed',
    goal: 50,
    holds: value >= 50,
    detail: `${name}: ${ours.toFixed(1)} ms against ${naive.toFixed(0)} ms`,
  }));
}

/** What a list without rollups does; its answer must be ours. */
async function naivePage(side: Side, scope: Scope, ours: Answer['data']): Promise<number> {
  const { startDate } = rangeOf(naiveDays);
  const whose = {
    SUPER: `u.ancestor_ids @> array[(select id from users where role = 'SUPER')]`,
    ADMIN: `u.ancestor_ids @> array[${side.adminId}::bigint]`,
    client: `u.id = ${side.clientId}`,
  }[scope];
  const source = `from bets b join users u on u.id = b.user_id
    where ${whose} and b.currency = 'USD' and not b.is_demo and b.created_at >= '${startDate}'`;
  const startedAt = performance.now();
  const total = await side.direct.query(
    `select count(*) as count, sum(b.stake_minor) as stakes, sum(b.cashout_minor) as cashouts
     ${source}`,
  );
  const { count, stakes } = total.rows[0];
  const start = startOf('5000', Number(count));
  const page = await side.direct.query(
    `select b.id, u.username ${source} order by b.created_at desc, b.id desc
     limit ${pageLength} offset ${start}`,
  );
  const ms = performance.now() - startedAt;
  const same =
    Number(count) === ours.data.recordsTotal &&
    BigInt(stakes) === BigInt(ours.totals.totalStakes.$numberDecimal.replace('.', '')) &&
    page.rows.map(({ id }) => id).join() ===
      ours.data.data.map((bet: { _id: string }) => bet._id).join();
  if (!same) throw new Error(`The page of ${scope} differs from the plain one.`);
  return ms;
}

export function pagesOf(list: List, scopes: Scope[]): Question[] {
  return scopes.flatMap((scope) =>
    [1, 7, 30].flatMap((days) =>
      (['first', '5000', 'last'] as const).map((page) => pageAt(list, scope, days, page)),
    ),
  );
}

type PageName = 'first' | '5000' | 'last';

/** Page 5,000, or the middle where there are fewer. */
function startOf(page: PageName, count: number): number {
  const last = Math.max(0, Math.ceil(count / pageLength) - 1);
  const middle = last > 4_999 ? 4_999 : Math.floor(last / 2);
  return { first: 0, 5000: middle, last }[page] * pageLength;
}

function pageAt(list: List, scope: Scope, days: number, page: PageName): Question {
  const { path, countOf, filter = {}, name = path.split('/').at(-1) } = list;
  const counts = new Map<Side, number>();
  const ask = (side: Side, start: number) => {
    const token = scope === 'ADMIN' ? side.tokens.ADMIN : side.tokens.SUPER;
    const whose = scope === 'client' ? { userId: side.clientId } : {};
    const body = { draw: 1, start, length: pageLength, ...rangeOf(days), ...whose, ...filter };
    return must(side.node.port, { path, token, body });
  };
  return {
    name: `${name} ${scope} ${days} days, ${page} page`,
    ask: async (side) => {
      if (!counts.has(side)) counts.set(side, countOf((await ask(side, 0)).data));
      return ask(side, startOf(page, counts.get(side) ?? 0));
    },
  };
}

/** The same moment in a whole run, however long it takes, in the middle of a quarter of an hour. */
const now = Math.floor(Date.now() / 900_000) * 900_000 - 400_000;

function rangeOf(days: number): { startDate: string } {
  return { startDate: new Date(now - days * dayMs).toISOString() };
}

/** How much slower pages are on the large side than on the small one, and how slow. */
export async function flatness(
  name: string,
  { small, large }: FilledStage,
  questions: Question[],
): Promise<Figure[]> {
  const measured: { name: string; small: number; large: number }[] = [];
  for (const question of questions) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = -2; round < rounds; round++) {
      const [one, other] = [(await question.ask(small)).ms, (await question.ask(large)).ms];
      if (round < 0) continue;
      times.small.push(one);
      times.large.push(other);
    }
    const [one, other] = [median(times.small), median(times.large)];
    measured.push({ name: question.name, small: one, large: other });
  }
  const steepest = measured.toSorted((a, b) => b.large / b.small - a.large / a.small)[0];
  const slowest = measured.toSorted((a, b) => b.large - a.large)[0];
  if (!steepest || !slowest) throw new Error('Nothing was measured.');
  const ratio = steepest.large / steepest.small;
  const show = (one: typeof steepest) =>
    `${one.name}: ${one.small.toFixed(1)} ms at 100 k, ${one.large.toFixed(1)} ms at 10 M`;
  return [
    {
      name: `${name}-growth`,
      value: Math.round(ratio * 100) / 100,
      unit: 'times at most',
      goal: ratioGoal,
      holds: ratio <= ratioGoal,
      detail: show(steepest),
    },
    {
      name: `${name}-p50`,
      value: Math.round(slowest.large * 10) / 10,
      unit: 'ms at most',
      goal: msGoal,
      holds: slowest.large <= msGoal,
      detail: show(slowest),
    },
  ];
}
