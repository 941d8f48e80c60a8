import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { snapshot } from '@pitboss/server/test/snapshot';
import { ask, must } from '@pitboss/testkit/http-client';
import { addPerson } from '@pitboss/testkit/people-by-call';
import { control, expectThat, newRow, type Options, type Row } from './row.ts';
import { bodyOf, careless, quietSuper, type Stage } from './stage.ts';

const stranger = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };

/** What a page of a stranger can make a browser send, with whatever cookies we set. */
const simple = {
  'a form': 'application/x-www-form-urlencoded',
  'JSON as plain text': 'text/plain',
  'a form with files': 'multipart/form-data; boundary=x',
};

const fields: Record<string, string> = {
  username: 'forged',
  name: 'Forged',
  password: 'Forged-horse-9',
  role: 'ADMIN',
  amount: '5',
  currency: 'USD',
  type: 'telegram',
  link: 'https://t.me/forged',
  isMaintenance: 'true',
  eventId: 'forged',
  eventName: 'Forged',
  bankName: 'Forged',
  accountHolderName: 'Forged',
  accountNumber: '1',
  IBAN: 'X1',
  min: '2',
  max: '3',
  probability: '0.1',
};

function bodyAs(type: string): string {
  if (type === 'text/plain') return JSON.stringify(fields);
  if (!type.startsWith('multipart')) return new URLSearchParams(fields).toString();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--x--\r\n`;
}

interface Held {
  port: number;
  token: string;
  cookie: string;
  clientId: string;
  state: () => Promise<string>;
}

async function forge(held: Held): Promise<{ findings: string[]; calls: number }> {
  const { port, token, cookie, clientId, state } = held;
  const findings: string[] = [];
  let calls = 0;
  const pathOf = ({ path }: Endpoint) => `/api${path.replace(/\{\w+\}/, clientId)}`;
  const send = async (what: string, asked: Parameters<typeof ask>[1], mayPass = false) => {
    const answer = await ask(port, asked);
    calls += 1;
    if (answer.status < 300 && !mayPass) findings.push(`${what} passes: ${answer.status}`);
    for (const name of ['access-control-allow-origin', 'access-control-allow-credentials']) {
      if (answer.headers[name]) findings.push(`${what}: ${name} ${answer.headers[name]}`);
    }
  };
  const before = await state();
  const withCookie = { ...stranger, ...(cookie ? { cookie } : {}) };
  for (const endpoint of all.filter(({ effect }) => effect !== 'read')) {
    const path = pathOf(endpoint);
    for (const [what, type] of Object.entries(simple)) {
      const headers = { ...withCookie, 'content-type': type };
      const isPublic = endpoint.allow === 'public';
      const asked = { path, method: 'POST', headers, body: bodyAs(type) };
      await send(`${endpoint.name} by ${what}`, asked);
      // A stranger's page cannot send the token; the kind of body must be refused all the same.
      if (type === 'text/plain' && !isPublic) {
        await send(`${endpoint.name} by ${what}, token and all`, { ...asked, token });
      }
    }
    const query = new URLSearchParams(fields);
    await send(`${endpoint.name} by GET`, { path: `${path}?${query}`, headers: withCookie, token });
    const preflight = { ...stranger, 'access-control-request-method': endpoint.method };
    await send(`${endpoint.name}, asked beforehand`, {
      path,
      method: 'OPTIONS',
      headers: preflight,
    });
  }
  for (const endpoint of all.filter(({ method }) => method === 'GET')) {
    await send(endpoint.name, { path: pathOf(endpoint), token, headers: withCookie }, true);
  }
  if ((await state()) !== before) findings.push('Something was changed by these calls.');
  return { findings, calls };
}

/** S16: a page of a stranger changes nothing and reads nothing. */
export async function csrf(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S16', 'csrf', options);
  const target = await stage.quiet();
  try {
    const { port, db } = target;
    const asBrowser = { 'sec-fetch-site': 'same-origin' };
    const login = { path: '/api/auth/login', body: quietSuper, headers: asBrowser };
    const answer = await must(port, login);
    const cookie = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
    const { token } = answer.data;
    const own = { path: '/api/users/getAgentbalance', token, body: {}, headers: { cookie } };
    const isOpen = (await ask(port, own)).status === 200;
    expectThat(row, isOpen, 'The session that is forged upon is not open.');
    const clientId = await makePersonAs(port, token, cookie);
    const held = { port, token, cookie, clientId, state: () => snapshot(db) };
    const { findings, calls } = await forge(held);
    row.findings.push(...findings);
    row.counts = { calls, cookies: cookie ? cookie.split('; ').length : 0 };
  } finally {
    await target.stop();
  }
  let changes = 0;
  const { findings } = await careless(
    async (request, reply) => {
      await bodyOf(request);
      changes += 1;
      reply.setHeader('access-control-allow-origin', '*').end('{"status":"success"}');
    },
    (port) =>
      forge({ port, token: 'x', cookie: 'a=b', clientId: '1', state: async () => `${changes}` }),
  );
  const isNoticed = ['passes', 'access-control', 'was changed'].every((word) =>
    findings.some((finding) => finding.includes(word)),
  );
  control(row, 'a server that takes any body from anywhere and says so', isNoticed);
  return [row];
}

async function makePersonAs(port: number, token: string, cookie: string): Promise<string> {
  if (!cookie) return addPerson(port, token, { username: 'client', balance: 50 });
  const person = { username: 'client', name: 'Client', password: 'Quiet-lagoon-77', role: 'USER' };
  const body = { ...person, currency: 'USD', balance: 50 };
  return (await must(port, { path: '/api/users/create', token, body, headers: { cookie } })).data
    ._id;
}
