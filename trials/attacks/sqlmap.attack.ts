import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '@pitboss/testkit/http-client';
import pg from 'pg';
import { run } from '../../tools/processes.mjs';
import { through } from './forward.ts';
import { fuzzTarget } from './fuzz.attack.ts';
import { findProgram, notInstalled } from './programs.ts';
import { type RawRequest, rawRequests } from './raw-requests.ts';
import { control, expectThat, newRow, type Options, type Row, skippedRow } from './row.ts';
import { bodyOf, careless, type Stage } from './stage.ts';

const atOnce = 2;
const limitMs = 900_000;
const settings = [
  '--batch',
  '--ignore-stdin',
  '--level=3',
  '--risk=2',
  '--dbms=PostgreSQL',
  '--time-sec=2',
  '--skip=User-Agent,Referer,Host',
  '--ignore-code=*',
  '--timeout=20',
  '--retries=0',
  '--flush-session',
  '--disable-coloring',
  '--technique=BEUST',
];

/** What sqlmap says of one request: whether it found a way in, and whether it looked at all. */
async function tryRequest(
  program: string,
  { name, text }: RawRequest,
  port: number,
): Promise<{ isFound: boolean; isTried: boolean; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-sqlmap-'));
  try {
    const file = join(folder, 'request');
    await writeFile(file, text.replace('Host: 127.0.0.1', `Host: 127.0.0.1:${port}`));
    const args = ['-r', file, ...settings, `--output-dir=${folder}`];
    const { output } = await run(program, args, { cwd: folder, limitMs });
    const isFound = /identified the following injection point|is vulnerable/.test(output);
    const isTried = isFound || /do(es)? not (seem|appear) to be injectable/.test(output);
    return { isFound, isTried, said: `${name}: ${output.trim().slice(-300)}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Seen = Map<number, number>;

/** Each from another address, so that none is refused for their number. */
function fromManyAddresses<T>(
  port: number,
  seen: Seen,
  { name, text }: RawRequest,
  work: (through: number) => Promise<T>,
): Promise<T> {
  const headers = (serial: number) => ({
    'x-forwarded-for': `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`,
  });
  const token = /^Authorization: Bearer (\S+)$/m.exec(text)?.[1];
  const status = async (given: number) => {
    add(seen, given, 1);
    if (name === 'player.requestWithdraw' && given === 201) await cancelAll(port, token);
    return given;
  };
  return through(port, { headers, status }, work);
}

/** With five pending a client is refused before its text is looked at. */
async function cancelAll(port: number, token: string | undefined): Promise<void> {
  const { data } = await must(port, { path: '/api/player/requests', token });
  for (const { _id, status } of data) {
    if (status !== 'pending') continue;
    await must(port, { path: `/api/player/requests/${_id}/cancel`, token, body: {} });
  }
}

function add(seen: Seen, status: number, count: number): void {
  seen.set(status, (seen.get(status) ?? 0) + count);
}

function total(seen: Seen): number {
  return [...seen.values()].reduce((sum, count) => sum + count, 0);
}

function written(seen: Seen): string {
  const sorted = [...seen].sort(([one], [other]) => one - other);
  return sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
}

/** S5: no text of any call reaches a statement. */
export async function sqlmap(stage: Stage, options: Options): Promise<Row[]> {
  const program = await findProgram('sqlmap');
  if (!program) return [skippedRow('S5', 'sqlmap', options, notInstalled('sqlmap'))];
  const row = newRow('S5', 'sqlmap', options);
  const node = await stage.quiet({ TRUST_PROXY: 'on' });
  const target = await fuzzTarget(node);
  try {
    const { routes } = options;
    const isWanted = ({ name }: RawRequest) => !routes || routes.includes(name);
    const requests = (await rawRequests(target)).filter(isWanted);
    const waiting = [...requests];
    const answered: Seen = new Map();
    const neverTaken: string[] = [];
    const work = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const seen: Seen = new Map();
        const { isFound, isTried, said } = await fromManyAddresses(node.port, seen, one, (port) =>
          tryRequest(program, one, port),
        );
        for (const [status, count] of seen) add(answered, status, count);
        process.stderr.write(`  ${one.name}, ${one.marks} places: ${written(seen)}\n`);
        expectThat(row, !isFound, `A way in, ${said}`);
        expectThat(row, isTried, `Not tried, ${said}`);
        const isShut = one.isGuarded && (seen.get(401) ?? 0) > total(seen) / 10;
        expectThat(row, !isShut, `${one.name} lost its session: ${written(seen)}`);
        if (![...seen.keys()].some((status) => status < 300)) neverTaken.push(one.name);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const statuses = [...answered];
    const failed = statuses.filter(([status]) => status >= 500);
    expectThat(row, failed.length === 0, `Some calls failed: ${failed.join(' ')}`);
    const places = requests.reduce((sum, { marks }) => sum + marks, 0);
    const sent = { requests: total(answered), answered: written(answered) };
    row.counts = { routes: requests.length, places, ...sent };
    row.explained.push(`Refused whatever was sent: ${neverTaken.join(', ') || 'none'}.`);
    row.explained.push('Numbers and flags are left out: the contract reads them as such first.');
    await plant(program, node.databaseUrl, row);
  } finally {
    await target.app.close().catch((error: Error) => row.findings.push(error.message));
    await node.stop();
  }
  return [row];
}

/** A search that writes what it is given into its statement, on the same database. */
async function plant(program: string, databaseUrl: string, row: Row): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const body = '{"draw":1,"search":{"value":"a*"}}';
  const head = 'POST /api/users/get HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json';
  const text = `${head}\r\n\r\n${body}`;
  const request = { name: 'planted', isGuarded: false, text, marks: 1 };
  try {
    const { isFound } = await careless(
      async (incoming, outgoing) => {
        try {
          const { search } = JSON.parse(await bodyOf(incoming));
          const where = `username like '%${search.value}%'`;
          const { rows } = await pool.query(`select id, username from users where ${where}`);
          outgoing.end(JSON.stringify({ status: 'success', message: 'OK', data: rows }));
        } catch {
          outgoing.writeHead(400).end('{"status":"error","message":"Not valid."}');
        }
      },
      (port) => tryRequest(program, request, port),
    );
    control(row, 'a search that writes its text into the statement', isFound);
  } finally {
    await pool.end();
  }
}
