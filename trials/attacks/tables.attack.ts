import { all } from '@pitboss/contract/all';
import { pageLengthMax } from '@pitboss/contract/wire';
import { ask } from '@pitboss/testkit/http-client';
import { signIn } from '@pitboss/testkit/people-by-call';
import { control, expectThat, newRow, type Options, quantile, type Row, rounded } from './row.ts';
import { careless, demoSuper, type Stage } from './stage.ts';

const lists = all.filter(({ takes }) => takes === 'form');
const searchBytes = 10 * 1024 * 1024;
const goalMs = 500;

/** What a table may not ask for; each alone must be refused. */
const refused: Record<string, object> = {
  'length 1e9': { length: 1_000_000_000 },
  'length -1': { length: -1 },
  'length 0': { length: 0 },
  'length 501': { length: pageLengthMax + 1 },
  'length "all"': { length: 'all' },
  'start 1e12': { start: 1_000_000_000_000 },
  'start -1': { start: -1 },
  'column 100': { order: [{ column: 100, dir: 'asc' }] },
  'column -1': { order: [{ column: -1, dir: 'asc' }] },
  'dir in SQL': { order: [{ column: 0, dir: 'desc; select 1' }] },
  'six orders': { order: Array.from({ length: 6 }, () => ({ column: 0, dir: 'asc' })) },
  '51 columns': { columns: Array.from({ length: 51 }, (_, data) => ({ data: `${data}` })) },
  'a search of 10 MB': { search: { value: 'x'.repeat(searchBytes) } },
  'a search of 101': { search: { value: 'x'.repeat(101) } },
  'a NUL in the search': { search: { value: 'a\u0000' } },
};

/** What it may ask for, though nobody would: it must be answered soon and shortly. */
const heavy: Record<string, object> = {
  'the longest page': { length: pageLengthMax },
  'far behind the end': { start: 1_000_000_000, length: pageLengthMax },
  'column 99': { order: [{ column: 99, dir: 'desc' }] },
  'only wildcards': { search: { value: '%_'.repeat(50) } },
  'a regex bomb': { search: { value: '(a+)+$'.repeat(16), regex: true } },
  'five orders': { order: Array.from({ length: 5 }, (_, column) => ({ column, dir: 'desc' })) },
  '50 columns': { columns: Array.from({ length: 50 }, (_, data) => ({ data: `${data}` })) },
};
const dates = { startDate: '1000-01-01T00:00:00Z', endDate: '9999-12-31T23:59:59Z' };

interface Tried {
  findings: string[];
  times: number[];
  calls: number;
}

async function abuse(port: number, token: string, context: Context): Promise<Tried> {
  const tried: Tried = { findings: [], times: [], calls: 0 };
  for (const { name, path, body } of lists) {
    const knows = (field: string) => field in (body as unknown as Shaped).shape;
    const filters = {
      ...(knows('roundId') ? { roundId: context.roundId } : {}),
      ...(knows('type') ? { type: 'settled' } : {}),
      ...(name === 'bets.listOfUser' ? { userId: context.userId } : {}),
    };
    const send = async (what: string, asked: object) => {
      const forms = [{ body: asked }, asForm(asked)];
      for (const form of forms) {
        const answer = await ask(port, { path: `/api${path}`, token, method: 'POST', ...form });
        tried.calls += 1;
        if (what in refused) {
          const isRight = [0, 400, 413].includes(answer.status);
          if (!isRight) tried.findings.push(`${name}, ${what}: ${answer.status}`);
          continue;
        }
        const page = answer.data?.data?.data ?? answer.data?.data ?? [];
        const isRight = [200, 400, 404].includes(answer.status) && page.length <= pageLengthMax;
        if (!isRight)
          tried.findings.push(`${name}, ${what}: ${answer.status}, ${page.length} rows`);
        if (answer.status === 200) tried.times.push(answer.ms);
      }
    };
    for (const [what, asked] of Object.entries({ ...refused, ...heavy })) {
      await send(what, { draw: 1, ...filters, ...asked });
    }
    if (knows('startDate')) await send('all of time', { draw: 1, ...filters, ...dates });
  }
  return tried;
}

interface Shaped {
  shape: Record<string, unknown>;
}

interface Context {
  roundId: string;
  userId: string;
}

/** As the stock table client writes it. */
function asForm(asked: object) {
  const pairs = (value: unknown, name: string): [string, string][] =>
    value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, one]) => pairs(one, name ? `${name}[${key}]` : key))
      : [[name, String(value)]];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { headers, body: new URLSearchParams(pairs(asked, '')).toString() };
}

/** S18: a list cannot be made to answer without end. */
export async function tables(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S18', 'tables', options);
  const target = await stage.demo();
  try {
    const { port } = target;
    const token = await signIn(port, demoSuper);
    const rounds = await ask(port, {
      path: '/api/rounds/list/getAllRounds',
      token,
      body: { draw: 1, start: 1, length: 1 },
    });
    const roundId = String(rounds.data?.data?.[0]?.roundId ?? 1);
    const people = await ask(port, { path: '/api/users/get', token, body: { draw: 1 } });
    const userId = String(people.data?.data?.[0]?._id ?? 1);
    const { findings, times, calls } = await abuse(port, token, { roundId, userId });
    row.findings.push(...findings);
    const p95 = quantile(times, 0.95);
    expectThat(row, p95 <= goalMs, `p95 of what was answered is ${rounded(p95)} ms.`);
    expectThat(row, times.length > 0, 'No list answered at all.');
    row.counts = { lists: lists.length, calls, answered: times.length, p95Ms: rounded(p95) };
  } finally {
    await target.stop();
  }
  const noticed = await careless(
    async (request, reply) => {
      for await (const _ of request);
      const page = { draw: 1, data: Array(1_000).fill({}), recordsTotal: 1, recordsFiltered: 1 };
      reply.end(JSON.stringify({ status: 'success', message: 'OK', data: page }));
    },
    (port) => abuse(port, 'x', { roundId: '1', userId: '1' }),
  );
  control(row, 'a list that gives as many rows as asked for', noticed.findings.length > 0);
  return [row];
}
