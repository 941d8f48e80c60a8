import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { all } from './all.ts';
import { type Endpoint, paramNames } from './endpoint.ts';

/** The calls of the specification, section 7, for the nouns that exist so far. */
const specified = `
  POST /auth/login
  POST /auth/logout
  POST /users/get
  POST /users/create
  PUT /users/{id}
  DELETE /users/{id}
  POST /users/getAgentbalance
  POST /users/deletedusers
  POST /users/restore/{id}
  POST /users/changePasswordByParent
  POST /users/changePasswordByUser
  POST /users/userprofile
  POST /transactions/deposit/{id}
  POST /transactions/withdraw/{id}
  POST /transactions/getAllStatement
  POST /stats/allStats
  GET /maintenance/Aviator
  PATCH /maintenance/Aviator
  POST /banks/get/bankDetails
  POST /banks/add/bank
  POST /banks/update/bank/{id}
  POST /banking/users/request/dw
  POST /banking/users/request/dw/update
  GET /event/getallevent
  POST /event/createevent
  PUT /event/updateevent/{id}
  GET /customersupport/getall
  POST /customersupport/add
  PUT /customersupport/update/{id}
  DELETE /customersupport/delete/{id}
`;

/** What the platform answers beside it: its health, and the calls of a player app. */
const ours = `
  GET /health
  GET /ready
  POST /player/login
  POST /player/logout
  GET /player/me
  GET /player/banks
  GET /player/support
  GET /player/events
  GET /player/requests
  POST /player/requests/deposit
  POST /player/requests/withdraw
  POST /player/requests/{id}/cancel
`;

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const calls = all.map(({ method, path }) => `${method} ${path}`);

function isList(endpoint: Endpoint): boolean {
  const shape = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }).properties;
  return shape !== undefined && 'draw' in shape;
}

test('the calls are those of the specification, by method and path, and our own', () => {
  expect([...calls].sort()).toEqual([...linesOf(specified), ...linesOf(ours)].sort());
});

test('every call has a name of its own, made of a noun and a verb', () => {
  const names = all.map((endpoint) => endpoint.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*\.[a-z][A-Za-z]*$/);
});

test('no two calls share a method and a path', () => {
  expect(new Set(calls).size).toBe(calls.length);
});

test('every list takes a form too, and nothing else does', () => {
  expect(all.filter(isList).length).toBeGreaterThan(0);
  for (const endpoint of all)
    expect([endpoint.name, endpoint.takes === 'form']).toEqual([endpoint.name, isList(endpoint)]);
});

test('every list is a POST that answers with a page', () => {
  for (const endpoint of all.filter((one) => one.takes === 'form')) {
    const page = z.toJSONSchema(endpoint.result, { io: 'input', unrepresentable: 'any' });
    expect(endpoint.method).toBe('POST');
    expect(endpoint.effect).toBe('read');
    expect(page.required).toEqual(
      expect.arrayContaining(['draw', 'data', 'recordsTotal', 'recordsFiltered']),
    );
  }
});

test('a call that only looks is never bound to a method that changes', () => {
  for (const { name, method, effect } of all) {
    if (method === 'GET') expect([name, effect]).toEqual([name, 'read']);
    if (effect === 'read') expect(['GET', 'POST']).toContain(method);
  }
});

test('every body refuses fields that it does not know', () => {
  for (const { name, body } of all) {
    const known = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    expect([name, known.additionalProperties]).toEqual([name, false]);
  }
});

test('only create answers 201', () => {
  const created = all.filter((endpoint) => endpoint.successStatus === 201);
  expect(created.map((endpoint) => endpoint.name).sort()).toEqual([
    'banks.add',
    'events.add',
    'player.requestDeposit',
    'player.requestWithdraw',
    'support.add',
    'users.add',
  ]);
});

test('a call of a player app is for players, and no other call is', () => {
  for (const { name, path, allow } of all) {
    const isPlayers = path.startsWith('/player/');
    expect([name, name.startsWith('player.')]).toEqual([name, isPlayers]);
    const isOpen = allow === 'public';
    if (isPlayers) expect([name, isOpen || allow === 'players']).toEqual([name, true]);
    else expect([name, allow === 'players']).toEqual([name, false]);
  }
});

test('a form with files names them, and nothing else has files', () => {
  for (const { name, takes, files, method, body } of all) {
    expect([name, files.length > 0]).toEqual([name, takes === 'multipart']);
    if (takes === 'multipart') expect(['POST', 'PUT']).toContain(method);
    const fields = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {};
    expect(files.filter((file) => file in fields)).toEqual([]);
  }
});

test('whatever a client or an operator files or decides honours an Idempotency-Key', () => {
  const money = all.filter((endpoint) => endpoint.effect === 'money').map(({ name }) => name);
  expect(money.sort()).toEqual([
    'cash-requests.resolve',
    'player.cancelRequest',
    'player.requestDeposit',
    'player.requestWithdraw',
    'transactions.deposit',
    'transactions.withdraw',
    'users.add',
  ]);
});

test('every summary is a sentence', () => {
  for (const { summary } of all) expect(summary).toMatch(/^[A-Z].+\.$/);
});

test('the parameters of a path are found by their names', () => {
  expect(paramNames('/users/{id}')).toEqual(['id']);
  expect(paramNames('/game/{round}/bets/{id}')).toEqual(['round', 'id']);
  expect(paramNames('/users/get')).toEqual([]);
});
