import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** PostgreSQL's own load generator, which comes with its server packages. */
export function findPgbench(): string {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return 'pgbench';
  } catch {
    throw new Error('pgbench is not on the PATH. Install PostgreSQL (Debian: postgresql-contrib).');
  }
}

interface Run {
  url: string;
  scriptPath: string;
  clients: number;
  seconds: number;
}

/** Transactions a second of a script, each of its statements prepared once. */
export async function pgbench(run: Run): Promise<number> {
  // Older ones do not know what our addresses ask of a server.
  const url = new URL(run.url);
  url.search = '';
  const { stdout } = await promisify(execFile)(findPgbench(), [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(run.clients),
    '-j',
    '1',
    '-T',
    String(run.seconds),
    '-f',
    run.scriptPath,
    url.href,
  ]);
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
  if (failed !== '0') throw new Error(`pgbench: ${failed} transactions failed.`);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** People for a script to pick from: `bench_people (n, token, client)`, numbered from 0. */
export async function tokensAsTable(
  url: string,
  people: { token: Buffer; id: bigint }[],
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table bench_people (n int primary key, token bytea, client bigint)');
  await client.query(
    'insert into bench_people select * from unnest($1::int[], $2::bytea[], $3::bigint[])',
    [
      people.map((_, index) => index),
      people.map(({ token }) => token),
      people.map(({ id }) => String(id)),
    ],
  );
  await client.end();
}

/**
 * A call of somebody in `bench_people p`, opened, done and closed as a node does it; the verb is
 * given the opening as `o` and the key as `p.key`.
 */
export function callScript(
  people: number,
  call: { roles: string; action: string; message: string; kind: string; verb: string },
): string {
  const { roles, action, message, kind, verb } = call;
  return `\\set n random(0, ${people - 1})
select d.* from (select *, gen_random_uuid()::text as key from bench_people where n = :n offset 0) p
cross join lateral open_call(p.token, null, 30, false, '{${roles}}', false, false, false, false,
  false, p.key, '\\x00') o
cross join lateral ${verb} d
cross join lateral close_call(d.reason, (o.actor).id, (o.actor).username, (o.actor).role, null,
  '127.0.0.1', gen_random_uuid()::text, '${action}', '${message}', '${kind}', d.target_id, d.before,
  d.after, p.key, '\\x00', d.result);
`;
}

/** Writes a script where pgbench can read it, for as long as the work takes. */
export async function withScript<T>(text: string, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-script-'));
  try {
    const path = join(folder, 'script.sql');
    await writeFile(path, text);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
