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
`;

/** What the platform answers beside it. */
const ours = `
  GET /health
  GET /ready
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

test('the calls are those of the specification, by method and path, and the two of health', () => {
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
    expect([endpoint.name, endpoint.takesForm]).toEqual([endpoint.name, isList(endpoint)]);
});

test('every list is a POST that answers with a page', () => {
  for (const endpoint of all.filter((one) => one.takesForm)) {
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
  expect(created.map((endpoint) => endpoint.name)).toEqual(['users.add']);
});

test('every summary is a sentence', () => {
  for (const { summary } of all) expect(summary).toMatch(/^[A-Z].+\.$/);
});

test('the parameters of a path are found by their names', () => {
  expect(paramNames('/users/{id}')).toEqual(['id']);
  expect(paramNames('/game/{round}/bets/{id}')).toEqual(['round', 'id']);
  expect(paramNames('/users/get')).toEqual([]);
});
