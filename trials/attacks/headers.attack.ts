import type { IncomingHttpHeaders } from 'node:http';
import { all } from '@pitboss/contract/all';
import { type Asked, ask } from '@pitboss/testkit/http-client';
import { signIn } from '@pitboss/testkit/people-by-call';
import { control, expectThat, newRow, type Options, type Row } from './row.ts';
import { careless, demoSuper, type Stage } from './stage.ts';

const telling = [
  'server',
  'x-powered-by',
  'via',
  'x-aspnet-version',
  'access-control-allow-origin',
];

/** What a browser must be told with every answer, and what it need not know. */
export function wrongHeaders(path: string, headers: IncomingHttpHeaders): string[] {
  const policy = String(headers['content-security-policy'] ?? '');
  const isFile = path.startsWith('/api/files/');
  const isApi = path.startsWith('/api') && !isFile;
  const checks: Record<string, boolean> = {
    'a strict policy': /default-src 'none'/.test(policy) && !/unsafe|\*|https?:/.test(policy),
    'frame-ancestors': policy.includes("frame-ancestors 'none'"),
    'a base of its own': policy.includes('sandbox') || policy.includes("base-uri 'none'"),
    nosniff: headers['x-content-type-options'] === 'nosniff',
    'referrer policy': headers['referrer-policy'] === 'no-referrer',
    'x-frame-options': headers['x-frame-options'] === 'DENY',
    'no-store': !isApi || headers['cache-control'] === 'no-store',
  };
  const missing = Object.entries(checks).filter(([, isRight]) => !isRight);
  const told = telling.filter((name) => headers[name] !== undefined);
  return [
    ...missing.map(([what]) => `${path}: ${what} is missing`),
    ...told.map((name) => `${path}: ${name} is ${headers[name]}`),
  ];
}

const pages = [
  '/',
  '/login',
  '/users',
  '/nothing/here',
  '/index.html',
  '/favicon.svg',
  '/robots.txt',
  '/assets/nothing.js',
  '/load-hints.json',
  '/.env',
  '/.git/config',
  '/package.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%2f..%2fetc/passwd',
  '/assets/..%2f..%2fpackage.json',
  '/api',
  '/api/',
  '/api/nothing',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs.css',
  '/api/users/%ff',
  `/api/users/${'9'.repeat(100)}`,
  '/api/files/receipts/1',
  '/%00',
  '/api/files/events/x',
  `/api/files/events/${'0'.repeat(64)}`,
  '/api//health',
  '//x/y',
];

/** What our own files hold and no answer may. */
const inside = /\[core\]|root:x:0|"workspaces"|DATABASE_URL/;

async function walk(port: number, token: string, files: string[]) {
  const findings: string[] = [];
  const statuses = new Set<number>();
  let answers = 0;
  const look = async (asked: Asked) => {
    const answer = await ask(port, asked);
    answers += 1;
    statuses.add(answer.status);
    findings.push(...wrongHeaders(asked.path, answer.headers));
    if (inside.test(answer.text)) findings.push(`${asked.path} shows a file of ours.`);
    return answer;
  };
  for (const { method, path: template } of all) {
    const path = `/api${template.replace(/\{\w+\}/, '1')}`;
    const isLogout = template.endsWith('/logout');
    const json = { 'content-type': 'application/json' };
    await look({ path, method });
    await look({ path, method, headers: { authorization: 'Bearer x' } });
    await look({ path, method: 'OPTIONS' });
    await look({ path, method: 'HEAD' });
    if (isLogout) continue;
    const body = method === 'GET' ? {} : { body: '{"surprise":1}' };
    await look({ path, method, token, ...body, headers: json });
    await look({ path, method, token, ...body, headers: { 'content-type': 'text/plain' } });
  }
  const json = { 'content-type': 'application/json' };
  await look({
    path: '/api/users/get',
    token,
    body: `{"a":"${'x'.repeat(300_000)}"}`,
    headers: json,
  });
  await look({ path: '/api/users/get', token, body: '{', headers: json });
  for (const path of [...pages, ...files]) {
    for (const method of ['GET', 'HEAD', 'POST']) await look({ path, method });
  }
  return { findings, answers, statuses: [...statuses].sort() };
}

/** S19: every answer carries the strict headers, refused or not, page, file or call. */
export async function headers(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S19', 'headers', options);
  const target = await stage.demo();
  try {
    const { port } = target;
    const token = await signIn(port, demoSuper);
    const page = (await ask(port, { path: '/' })).text;
    const assets = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    const events = await ask(port, { path: '/api/event/getallevent', token });
    const pictures = (events.data ?? []).flatMap(({ icon, image }: Record<string, string>) =>
      [icon, image].filter(Boolean),
    );
    expectThat(row, assets.length > 0, 'The panel is not built, so its files were not seen.');
    const files = [...assets, ...pictures.slice(0, 2)];
    const { findings, answers, statuses } = await walk(port, token, files);
    row.findings.push(...findings);
    row.counts = { answers, files: files.length, statuses: statuses.join(' ') };
  } finally {
    await target.stop();
  }
  row.explained.push('HSTS is set by the proxy that ends TLS: over plain HTTP it means nothing.');
  const { findings } = await careless(
    (_request, reply) => reply.setHeader('server', 'Careless/1.0').end('root:x:0:0'),
    (port) => walk(port, 'x', []),
  );
  const isNoticed = ['nosniff', 'strict policy', 'no-store', 'Careless', 'file of ours'].every(
    (word) => findings.some((finding) => finding.includes(word)),
  );
  control(row, 'a server without any of them that names itself', isNoticed);
  return [row];
}
