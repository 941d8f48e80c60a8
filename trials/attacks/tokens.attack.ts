import { createHash } from 'node:crypto';
import { ask, must } from '@pitboss/testkit/http-client';
import { addPerson, signIn } from '@pitboss/testkit/people-by-call';
import { password as clientPassword } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { control, expectThat, newRow, type Options, type Row } from './row.ts';
import { asSuper, careless, quietSuper, type Stage, type Target } from './stage.ts';

const look = { path: '/api/users/getAgentbalance', body: {} };

/** What a thief or a guesser makes of a token that is good. */
function forged(token: string): Record<string, Record<string, string>> {
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
  const flipped = [...token].map((letter, at) => {
    const other = String.fromCharCode(letter.charCodeAt(0) ^ 1);
    return [`letter ${at} changed`, bearer(token.slice(0, at) + other + token.slice(at + 1))];
  });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const none = `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: '1', role: 'SUPER' })}.`;
  return {
    ...Object.fromEntries(flipped),
    'cut by one': bearer(token.slice(0, -1)),
    'longer by one': bearer(`${token}A`),
    'in capitals': bearer(token.toUpperCase()),
    'as its own hash': bearer(createHash('sha256').update(token).digest('base64url')),
    'a JWT without a signature': bearer(none),
    'another scheme': { authorization: `Token ${token}` },
    'as a cookie': { cookie: `token=${token}` },
    'as a header of its own': { 'x-auth-token': token },
    'nothing at all': {},
    'a condition': bearer("' or '1'='1"),
    twice: { authorization: `Bearer ${token}, Bearer ${token}` },
  };
}

async function tryForged(port: number, token: string): Promise<string[]> {
  const passed: string[] = [];
  for (const [what, headers] of Object.entries(forged(token))) {
    const { status } = await ask(port, { ...look, headers });
    if (status !== 401) passed.push(`A token, ${what}: ${status}`);
  }
  const inQuery = { ...look, path: `${look.path}?token=${token}&authorization=Bearer+${token}` };
  if ((await ask(port, inQuery)).status !== 401) passed.push('A token in the query passes.');
  return passed;
}

/** S13: only the token itself opens, and only while its session lives. */
async function endings({ port }: Target, root: string, row: Row): Promise<void> {
  const ends: Record<string, (id: string, token: string) => Promise<unknown>> = {
    logout: (_id, token) => must(port, { path: '/api/auth/logout', token, body: {} }),
    'a new password': (id) =>
      must(port, {
        path: '/api/users/changePasswordByParent',
        token: root,
        body: { userId: id, parentPassword: quietSuper.password, newPassword: 'Other-lagoon-78' },
      }),
    lock: (id) =>
      must(port, {
        method: 'PUT',
        path: `/api/users/${id}`,
        token: root,
        body: { status: 'locked' },
      }),
    delete: (id) => must(port, { method: 'DELETE', path: `/api/users/${id}`, token: root }),
  };
  for (const [what, end] of Object.entries(ends)) {
    const username = `ends-${what.replaceAll(' ', '-')}`;
    const id = await addPerson(port, root, { username, role: 'ADMIN' });
    const token = await signIn(port, { username, password: clientPassword });
    expectThat(row, (await ask(port, { ...look, token })).status === 200, `${what}: no session.`);
    await end(id, token);
    const { status } = await ask(port, { ...look, token });
    expectThat(row, status === 401, `After ${what} a token still answers ${status}.`);
  }
  row.counts.endings = Object.keys(ends).length;
}

/** S15: what was taken out of a browser is of no use elsewhere. */
async function stolen(port: number, row: Row): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
  const login = { path: '/api/auth/login', body: quietSuper, headers };
  const { data, headers: answered } = await must(port, login);
  const { token } = data;
  const cookie = (answered['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
  expectThat(
    row,
    cookie !== '',
    'A sign-in of a browser sets no cookie, so its token is not bound.',
  );
  const here = await ask(port, { ...look, token, headers: { cookie } });
  expectThat(row, here.status === 200, `With its cookie the token answers ${here.status}.`);
  for (const other of [{}, { cookie: cookie.slice(0, -2) }, { cookie: `${cookie}x` }]) {
    const { status } = await ask(port, { ...look, token, headers: other });
    expectThat(row, status === 401, `A browser's token without its cookie answers ${status}.`);
  }
  const alone = await ask(port, { ...look, headers: { cookie } });
  expectThat(row, alone.status === 401, `The cookie alone answers ${alone.status}.`);
  const flags = String(answered['set-cookie'] ?? '');
  // Only behind TLS can its name be bound as well: this platform listens on plain http.
  const isBound = /httponly/i.test(flags) && /samesite=strict/i.test(flags);
  expectThat(
    row,
    cookie === '' || isBound,
    `The cookie is set as ${flags.replace(/=[^;]+/, '=…')}.`,
  );
}

export async function tokens(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S13', 'tokens', options);
  const theft = newRow('S15', 'stolen-token', options);
  const target = await stage.quiet();
  try {
    const { port, db } = target;
    const token = await asSuper(target);
    row.findings.push(...(await tryForged(port, token)));
    const still = await ask(port, { ...look, token });
    expectThat(row, still.status === 200, 'The true token no longer opens.');
    await endings(target, token, row);
    expectThat(row, Buffer.from(token, 'base64url').length >= 16, 'A token is too short.');
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(s::text, ' '), '') as text from sessions s`.execute(db);
    const isKept = rows[0]?.text.includes(token) ?? true;
    expectThat(row, !isKept, 'The table of sessions holds a token in the clear.');
    row.counts.forms = Object.keys(forged(token)).length + 1;
    await stolen(port, theft);
    theft.counts = { replays: 4 };
  } finally {
    await target.stop();
  }
  const passed = await careless(
    (request, reply) => reply.writeHead(request.headers.authorization ? 200 : 401).end(),
    (port) => tryForged(port, 'x'.repeat(43)),
  );
  control(row, 'a server that only looks whether there is a token', passed.length > 20);
  const replayed = await careless(
    (request, reply) => {
      const isLogin = request.url === '/api/auth/login';
      reply.setHeader('set-cookie', '__Host-a=bcd; HttpOnly; SameSite=Strict; Secure');
      const isKnown = isLogin || request.headers.authorization !== undefined;
      reply.writeHead(isKnown ? 200 : 401).end('{"data":{"token":"x"}}');
    },
    async (port) => {
      const trial = newRow('S15', 'control', options);
      await stolen(port, trial);
      return trial.findings;
    },
  );
  control(theft, 'a server that sets the cookie and never asks for it', replayed.length > 0);
  return [row, theft];
}
