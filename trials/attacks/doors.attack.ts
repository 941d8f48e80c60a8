import { ask, must } from '@pitboss/testkit/http-client';
import { signIn } from '@pitboss/testkit/people-by-call';
import { password as clientPassword } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { type Case, edit, shortId, until } from './case.ts';
import { rawExchange } from './raw-socket.ts';
import { rounded } from './row.ts';
import { holdRows, isBlocked } from './slow-database.ts';
import { demoSuper } from './stage.ts';

/** One request of a stranger that a parser chews on for half a minute, and a door with room. */
const longNumber: Case = {
  row: 'C2',
  name: 'long-number',
  isAlone: true,
  run: async ({ port }) => {
    const number = `0.${'0'.repeat(130_000)}1`;
    const body = `{"username":"x","password":${number}}`;
    const headers = { 'content-type': 'application/json' };
    const sent = ask(port, { path: '/api/auth/login', body, headers }).catch(() => ({ status: 0 }));
    const beside = await ask(port, { path: '/api/health' }).catch(() => ({ ms: 60_000 }));
    const { status } = await sent;
    const open: string[] = [];
    if (beside.ms > 2_000) open.push(`Another call waited ${rounded(beside.ms / 1000)} s.`);
    const head = [
      'POST /api/game/rounds/1/bets HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'X-Service-Key: none',
      'Content-Length: 4000000',
    ];
    const said = await rawExchange(port, `${head.join('\r\n')}\r\n\r\n{`, 3_000);
    const isRead = !said.startsWith('HTTP/1.1 401');
    if (isRead) open.push('A stranger has four megabytes read before its key is looked at.');
    const door = isRead ? 'waits for the body' : 'refused before the body';
    const seen = `answered ${status}, a call beside it after ${rounded(beside.ms)} ms`;
    return { tries: 2, open, seen: `${seen}; a stranger's batch: ${door}` };
  },
};

/** The database stands still for a moment while somebody signs in, and the password is changed. */
const keptSession: Case = {
  row: 'C4',
  name: 'kept-session',
  isAlone: true,
  run: async (place) => {
    const { port, root, target } = place;
    const tries = 6;
    let kept = 0;
    const statuses: number[] = [];
    for (let turn = 0; turn < tries; turn++) {
      const { username, id } = await place.operator(0);
      const enter = (password: string) =>
        ask(port, { path: '/api/auth/login', body: { username, password } });
      await enter('Wrong-horse-1');
      const letGo = await holdRows(
        target,
        sql`select from sign_in_failures where subject not like 'password:%' for update`,
      );
      const entering = enter(clientPassword);
      await until(() => isBlocked(target), 'The sign-in');
      await must(port, {
        path: '/api/users/changePasswordByParent',
        token: root,
        body: { userId: id, parentPassword: 'Correct-horse-1', newPassword: 'Another-harbour-9' },
      });
      await letGo();
      const { status, data } = await entering;
      statuses.push(status);
      const asked = { path: '/api/users/getAgentbalance', token: data?.token, body: {} };
      if (status === 200 && (await ask(port, asked)).status === 200) kept += 1;
    }
    const open = kept > 0 ? [`In ${kept} of ${tries} trials a session outlived its password.`] : [];
    return { tries, open, seen: `sign-ins answered ${statuses.join(', ')}, ${kept} lived on` };
  },
};

/** A folder of the demo is started again in earnest. */
const knownPasswords: Case = {
  row: 'C8',
  name: 'known-passwords',
  run: async ({ stage }) => {
    const demo = await stage.demo({ DEMO_BETS: '200', ENGINE: 'off' });
    await signIn(demo.port, demoSuper);
    const settings = { HOST: '0.0.0.0', SUPER_USERNAME: 'owner', SUPER_PASSWORD: 'Own-horse-12' };
    const node = await stage.beside(demo, settings).catch((error: Error) => error.message);
    if (typeof node === 'string') {
      await demo.stop();
      return { tries: 1, open: [], seen: 'it does not start' };
    }
    const { status } = await ask(node.port, { path: '/api/auth/login', body: demoSuper });
    await node.stop();
    await demo.stop();
    const open = status === 200 ? ['The demo SUPER signs in to every address.'] : [];
    return { tries: 1, open, seen: `it starts, and the demo SUPER is answered ${status}` };
  },
};

/** An address is guessed from, and the owner comes from its own browser behind it. */
const addressCounter: Case = {
  row: 'C13',
  name: 'address-counter',
  settings: { TRUST_PROXY: 'on' },
  run: async (place) => {
    const { port } = place;
    const { username } = await place.operator(0);
    const owner = { username, password: clientPassword };
    const browser = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '10.7.0.1' };
    const first = await must(port, { path: '/api/auth/login', body: owner, headers: browser });
    const [cookie = ''] = String(first.headers['set-cookie'] ?? '').split(';');
    const guess = (from: string) => {
      const body = { username: `nobody-${shortId()}`, password: 'Wrong-horse-1' };
      const headers = { 'x-forwarded-for': from };
      return ask(port, { path: '/api/auth/login', body, headers });
    };
    for (let turn = 0; turn < 33; turn++) await guess('10.7.0.1');
    const headers = { ...browser, cookie };
    const back = await ask(port, { path: '/api/auth/login', body: owner, headers });
    const open: string[] = [];
    if (back.status !== 200) open.push(`The owner's known browser is answered ${back.status}.`);
    let inNetwork = 0;
    for (let turn = 0; turn < 45; turn++) {
      const { status } = await guess(`2001:db8:7:7::${turn.toString(16)}`);
      if (status === 401) inNetwork += 1;
    }
    if (inNetwork > 40) open.push(`One IPv6 network had ${inNetwork} of 45 tries looked at.`);
    let forged = 0;
    for (let turn = 0; turn < 45; turn++) {
      const { status } = await guess(`10.9.${turn}.1, 10.8.0.1`);
      if (status === 401) forged += 1;
    }
    if (forged > 40) open.push(`One address that forges others had ${forged} of 45 looked at.`);
    const seen = `known browser ${back.status}; looked at: ${inNetwork} of one /64`;
    return { tries: 123, open, seen: `${seen}, ${forged} behind forged addresses (45 each)` };
  },
};

/** A client becomes an operator; what it had as a player opens nothing. */
const changedRole: Case = {
  row: 'C15',
  name: 'changed-role',
  run: async (place) => {
    const { port, root } = place;
    const client = await place.client(root);
    const changed = await edit(place, root, client.id, { role: 'ADMIN' });
    const asked = { path: '/api/users/getAgentbalance', token: client.token, body: {} };
    const { status } = await ask(port, asked);
    const open =
      status === 200 ? ["A player's token is an operator's after a change of role."] : [];
    const seen = `change ${changed.status}, its token at an operator's call ${status}`;
    return { tries: 1, open, seen };
  },
};

/** What was taken and should not be: passwords, keys, names, bodies. */
const oddInput: Case = {
  row: 'C15',
  name: 'odd-input',
  run: async (place) => {
    const { port, root } = place;
    const open: string[] = [];
    const seen: string[] = [];
    const expect = (what: string, status: number, wanted: number) => {
      seen.push(`${what} ${status}`);
      if (status !== wanted) open.push(`${what}: ${status} instead of ${wanted}.`);
    };
    const operator = await place.operator();
    const client = await place.client(operator.token);
    const own = await ask(port, {
      path: '/api/users/changePasswordByParent',
      token: operator.token,
      body: { userId: client.id, parentPassword: clientPassword, newPassword: client.username },
    });
    expect('the name as password', own.status, 400);
    const person = { role: 'USER', name: 'A Client', currency: 'USD', username: `k-${shortId()}` };
    const headers = { 'idempotency-key': `create-${shortId()}` };
    const create = (body: object, more: Record<string, string> = {}) =>
      ask(port, { path: '/api/users/create', token: operator.token, body, headers: more });
    await create({ ...person, password: clientPassword }, headers);
    const again = await create({ ...person, password: 'Another-harbour-9' }, headers);
    expect('the same key with another password', again.status, 422);
    for (const letter of ['\u3164', '\u2800', 'A\u00ad', 'A\u{e0041}']) {
      const named = { ...person, username: `n-${shortId()}`, password: clientPassword };
      const { status } = await create({ ...named, name: letter });
      expect(`name U+${letter.codePointAt(letter.length > 1 ? 1 : 0)?.toString(16)}`, status, 400);
    }
    const nothing = await ask(port, {
      path: '/api/users/getAgentbalance',
      token: root,
      body: 'null',
      headers: { 'content-type': 'application/json' },
    });
    expect('null as a body', nothing.status, 400);
    const one = `vip${shortId()}`;
    await create({ ...person, username: one, password: clientPassword });
    const like = await create({
      ...person,
      username: one.replace('i', 'l'),
      password: clientPassword,
    });
    expect('a name that merely looks alike', like.status, 201);
    return { tries: seen.length, open, seen: seen.join(', ') };
  },
};

/** Sign-ins while a pause runs cost nothing, and must not fill the record. */
const filledRecord: Case = {
  row: 'C15',
  name: 'filled-record',
  isAlone: true,
  run: async (place) => {
    const { port, target } = place;
    const { username } = await place.operator(0);
    const count = async () => {
      const query = target.db.selectFrom('audit_events').select(({ fn }) => fn.countAll().as('n'));
      return Number((await query.executeTakeFirstOrThrow()).n);
    };
    const body = { username, password: 'Wrong-horse-1' };
    const guess = () => ask(port, { path: '/api/auth/login', body });
    for (let turn = 0; turn < 9; turn++) await guess();
    const before = await count();
    const tries = 300;
    const statuses: number[] = [];
    for (let sent = 0; sent < tries; sent += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, guess));
      statuses.push(...answers.map(({ status }) => status));
    }
    const written = (await count()) - before;
    const refused = statuses.filter((status) => status === 429).length;
    const open = written > 40 ? [`${written} events for ${tries} sign-ins.`] : [];
    return { tries, open, seen: `${refused} answered 429, ${written} events written` };
  },
};

export const doorCases: Case[] = [
  longNumber,
  keptSession,
  knownPasswords,
  addressCounter,
  changedRole,
  oddInput,
  filledRecord,
];
