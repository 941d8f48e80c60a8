import { createServer, type Server } from 'node:net';
import { ask } from '@pitboss/testkit/http-client';
import { signIn } from '@pitboss/testkit/people-by-call';
import { residentMbOfAll } from '@pitboss/testkit/resident-memory';
import { drip, holdOpen, rawExchange, statusesOf } from './raw-socket.ts';
import { control, expectThat, newRow, type Options, quantile, type Row, rounded } from './row.ts';
import { careless, demoSuper, type Stage } from './stage.ts';

const host = 'Host: 127.0.0.1\r\n';
const json = 'Content-Type: application/json\r\n';
const post = `POST /api/users/getAgentbalance HTTP/1.1\r\n${host}${json}`;
const hidden = `GET /api/health HTTP/1.1\r\n${host}\r\n`;
const chunked = `0\r\n\r\n${hidden}`;

/** Requests that two servers in a row would read differently: the second must never be answered. */
const smuggled: Record<string, string> = {
  'length and chunks': `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
  'chunks and length': `${post}Transfer-Encoding: chunked\r\nContent-Length: 60\r\n\r\n${chunked}`,
  'two lengths': `${post}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${hidden}`,
  'a list of lengths': `${post}Content-Length: 0, 44\r\n\r\n${hidden}`,
  'a length with a plus': `${post}Content-Length: +0\r\n\r\n${hidden}`,
  'a length below zero': `${post}Content-Length: -1\r\n\r\n${hidden}`,
  'a length in hex': `${post}Content-Length: 0x2\r\n\r\n{}${hidden}`,
  'chunks by another name': `${post}Transfer-Encoding: xchunked\r\n\r\n${chunked}`,
  'chunks, then identity': `${post}Transfer-Encoding: chunked, identity\r\n\r\n${chunked}`,
  'a space before the colon': `${post}Transfer-Encoding : chunked\r\n\r\n${chunked}`,
  'a tab in the name': `${post}Transfer-\tEncoding: chunked\r\n\r\n${chunked}`,
  'chunks twice': `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n${chunked}`,
  'a bad chunk': `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n${hidden}`,
  'a chunk without end': `${post}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n${hidden}`,
  'a folded header': `${post}X-A: b\r\n Content-Length: 0\r\nTransfer-Encoding:\r\n x\r\n\r\n`,
};

/** Requests that are none; each must be refused. */
const wrong: Record<string, string> = {
  'a NUL in a header': `GET /api/health HTTP/1.1\r\n${host}X-A: a\u0000b\r\n\r\n`,
  'a header without a name': `GET /api/health HTTP/1.1\r\n${host}: b\r\n\r\n`,
  'no host': 'GET /api/health HTTP/1.1\r\n\r\n',
  'a space in the path': `GET /api/health x HTTP/1.1\r\n${host}\r\n`,
  'another protocol': `GET /api/health HTTP/3.9\r\n${host}\r\n`,
  'HTTP 2 unasked': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a handshake of TLS': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
  noise: '\u0000\u0001\u0002\u0003\r\n\r\n',
  'a path of 100 kB': `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
  'a header of 100 kB': `GET /api/health HTTP/1.1\r\n${host}X-A: ${'a'.repeat(100_000)}\r\n\r\n`,
  '5,000 headers': `GET /api/health HTTP/1.1\r\n${host}${'X-A: b\r\n'.repeat(5_000)}\r\n`,
  ...Object.fromEntries(
    ['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'DEBUG', 'FOO', 'get', 'SEARCH', 'LINK'].map(
      (method) => [`${method}`, `${method} /api/health HTTP/1.1\r\n${host}X-Secret: echo\r\n\r\n`],
    ),
  ),
};

async function tryRaw(port: number): Promise<string[]> {
  const findings: string[] = [];
  for (const [what, bytes] of Object.entries(smuggled)) {
    const text = await rawExchange(port, bytes);
    const statuses = statusesOf(text);
    const isRight = statuses.length <= 1 && statuses.every((status) => status >= 400);
    if (!isRight) findings.push(`Smuggled, ${what}: ${statuses.join(' ')}`);
  }
  for (const [what, bytes] of Object.entries(wrong)) {
    const text = await rawExchange(port, bytes);
    const statuses = statusesOf(text);
    if (!statuses.every((status) => (status >= 400 && status < 500) || status === 505)) {
      findings.push(`${what}: ${statuses.join(' ')}`);
    }
    if (/X-Secret/i.test(text)) findings.push(`${what} is echoed.`);
    if (!isOurs(text))
      findings.push(`${what}: the refusal is not in our shape, or without headers.`);
  }
  return findings;
}

/** Also what the parser refuses is answered in the one shape, and with the headers. */
function isOurs(text: string): boolean {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  // Some that Node itself refuses have no body at all.
  if (body === '' || body === '0') return true;
  return /^x-content-type-options: nosniff/im.test(head) && body.includes('"status":"error"');
}

const slow = {
  'a head that never ends': [`GET /api/health HTTP/1.1\r\n${host}X-A: `, 'a'],
  'a body that never ends': [`${post}Content-Length: 1000\r\n\r\n`, ' '],
  'a form that never ends': [
    `POST /api/event/createevent HTTP/1.1\r\n${host}Content-Type: multipart/form-data; ` +
      'boundary=x\r\nContent-Length: 1000000\r\n\r\n--x\r\n',
    'a',
  ],
  'not a byte': ['', ''],
} as const;
const slowMaxMs = 95_000;

/** How long each kind of slow connection lived; one that was never ended is a finding. */
async function trySlow(port: number, limitMs = slowMaxMs) {
  const ended = await Promise.all(
    Object.entries(slow).map(async ([what, [first, byte]]) => ({
      what,
      seconds: await drip(port, first, byte, limitMs),
    })),
  );
  const findings = ended.filter(({ seconds }) => seconds === undefined);
  const longest = Math.max(...ended.map(({ seconds }) => seconds ?? limitMs / 1000));
  return { findings: findings.map(({ what }) => `${what} is never ended.`), longest };
}

/** S24: what is no proper request gets no proper answer, and nobody holds a line for ever. */
export async function sockets(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S24', 'sockets', options);
  const target = await stage.demo({ ENGINE: 'off' });
  try {
    const { port } = target;
    const token = await signIn(port, demoSuper);
    row.findings.push(...(await tryRaw(port)));
    const restMb = residentMbOfAll(target.pid());
    const release = await holdOpen(port, 2_000);
    const slowly = trySlow(port);
    const never = careless(
      (_request, reply) => reply.end(),
      (other) => trySlow(other, 20_000),
    );
    const times: number[] = [];
    for (let asked = 0; asked < 200; asked++) {
      const look = { path: '/api/users/getAgentbalance', token, body: {} };
      const { status, ms } = await ask(port, look);
      times.push(ms);
      expectThat(row, status === 200, `Among 2,000 connections a call answers ${status}.`);
    }
    const heldMb = residentMbOfAll(target.pid()) - restMb;
    const { findings, longest } = await slowly;
    release();
    row.findings.push(...findings);
    expectThat(row, heldMb <= 100, `2,000 connections take ${heldMb} MB.`);
    const isNoticed = (await never).findings.length > 0;
    control(row, 'a server that a slow connection can hold', isNoticed);
    row.counts = {
      requests: Object.keys({ ...smuggled, ...wrong }).length,
      connections: 2_000,
      heldMb,
      p95AmongThemMs: rounded(quantile(times, 0.95)),
      slowEndedAfterS: rounded(longest),
    };
  } finally {
    await target.stop();
  }
  row.explained.push(
    'Unknown methods are answered with 404, or 400 where HTTP has no such method.',
  );
  const found = await onLazyServer(tryRaw);
  const isNoticed = ['Smuggled', 'TRACE', 'echoed'].every((word) =>
    found.some((finding) => finding.includes(word)),
  );
  control(row, 'a server that answers every line it is sent', isNoticed);
  return [row];
}

/** Takes everything for a request, and every GET in it for another one. */
async function onLazyServer<T>(work: (port: number) => Promise<T>): Promise<T> {
  const server: Server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        const answers = Math.max(1, bytes.toString('latin1').split('GET ').length);
        const echo = bytes.toString('latin1').slice(0, 500);
        const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${echo.length}\r\n\r\n${echo}`;
        socket.write(answer.repeat(answers));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await work(typeof address === 'object' && address ? address.port : 0);
  } finally {
    server.close();
  }
}
