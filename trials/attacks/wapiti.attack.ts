import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { all } from '@pitboss/contract/all';
import { signIn } from '@pitboss/testkit/people-by-call';
import { run } from '../../tools/processes.mjs';
import { findProgram, notInstalled } from './programs.ts';
import { control, expectThat, newRow, type Options, type Row, skippedRow } from './row.ts';
import { careless, demoSuper, type Stage } from './stage.ts';

/** Those that need nobody outside: others ask a server of wapiti's makers to call back. */
const modules = [
  'csp',
  'http_headers',
  'cookieflags',
  'xss',
  'permanentxss',
  'exec',
  'file',
  'sql',
  'blindsql',
  'crlf',
  'redirect',
  'methods',
  'htaccess',
  'shellshock',
];

/** What is reported of any server like ours, and why it is no fault. */
const explanations: [RegExp, string][] = [
  [/X-XSS-Protection/i, 'X-XSS-Protection is obsolete: browsers have dropped what it switched on.'],
  [/Strict-Transport-Security/i, 'HSTS is set by the proxy that ends TLS.'],
];

interface Report {
  vulnerabilities: Record<string, { info: string; path: string; method: string }[]>;
  anomalies: Record<string, { info: string; path: string; method: string }[]>;
  infos: { version?: string };
}

async function scan(program: string, port: number, paths: string[], token: string) {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-wapiti-'));
  try {
    const origin = `http://127.0.0.1:${port}`;
    const file = join(folder, 'report.json');
    const starts = paths.flatMap((path) => ['-s', `${origin}${path}`]);
    const args = [
      '-u',
      `${origin}/`,
      ...starts,
      '-m',
      modules.join(','),
      '-H',
      `Authorization: Bearer ${token}`,
      '--flush-session',
      '--no-bugreport',
      '--store-session',
      folder,
      '--verify-ssl',
      '0',
      '-d',
      '3',
      '--max-scan-time',
      '240',
      '-t',
      '15',
      '-f',
      'json',
      '-o',
      file,
      '-v',
      '0',
    ];
    const { output } = await run(program, args, { cwd: folder, limitMs: 600_000 });
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Error(`wapiti wrote no report: ${output.slice(-400)}`);
    });
    const { vulnerabilities, anomalies }: Report = JSON.parse(text);
    return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
      found.map(({ method, path, info }) => `${kind}: ${method} ${path}: ${info}`),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** S19: what a scanner of others finds in the panel and the API. */
export async function wapiti(stage: Stage, options: Options): Promise<Row[]> {
  const program = await findProgram('wapiti');
  if (!program) return [skippedRow('S19', 'wapiti', options, notInstalled('wapiti'))];
  const row = newRow('S19', 'wapiti', options);
  const target = await stage.demo({ ENGINE: 'off' });
  const reads = all.filter(({ method }) => method === 'GET');
  const calls = reads.map(({ path }) => `/api${path.replace(/\{\w+\}/, '1')}?limit=20&before=9`);
  const pages = ['/login', '/users?search=a&page=1', '/bets?start=a', '/api/docs', '/api/health'];
  try {
    const token = await signIn(target.port, demoSuper);
    const found = await scan(program, target.port, [...pages, ...calls], token);
    for (const finding of new Set(found)) {
      const [, why] = explanations.find(([pattern]) => pattern.test(finding)) ?? [];
      if (why) row.explained.push(`${finding}. ${why}`);
      else row.findings.push(finding);
    }
    const alive = await signIn(target.port, demoSuper).then(
      () => true,
      () => false,
    );
    expectThat(row, alive, 'Nobody can sign in after the scan.');
    row.counts = { modules: modules.length, addresses: pages.length + calls.length };
  } finally {
    await target.stop();
  }
  const found = await careless(
    (request, reply) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      reply.setHeader('content-type', 'text/html');
      reply.end(`<a href="/find?q=a">find</a> You looked for ${searchParams.get('q')}`);
    },
    (port) => scan(program, port, ['/find?q=a'], 'x'),
  );
  const isNoticed = found.some((finding) => finding.startsWith('Cross Site Scripting'));
  control(row, 'a page that shows what it was asked for as it stands', isNoticed);
  const isBare = found.some((finding) => /CSP|X-Frame/i.test(finding));
  control(row, 'a page without the headers', isBare);
  return [row];
}
