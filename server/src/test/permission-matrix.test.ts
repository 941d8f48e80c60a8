import { isNamed } from '@pitboss/contract/about';
import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { makeAdmin, makeSuper, openTestSession, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byAccess, byTarget, decided, type Row } from './decided.ts';
import {
  type Caller,
  makeCallers,
  makePlayerCallers,
  makeRelatives,
  type Relation,
} from './relatives.ts';
import { isPlayers, wantsDeleted } from './sample-requests.ts';
import { type Reply, type TestApp, testApp } from './test-app.ts';
import { outcome, tryCall } from './try-call.ts';

let app: TestApp;
let root: TestPerson;
let bystander: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app, 10_000_000n);
  bystander = await makeAdmin(app, root, { balance: 10_000_000n });
});

afterAll(() => app.close());

function namesAccount(endpoint: Endpoint): boolean {
  return endpoint.about.kind === 'user' && isNamed(endpoint.about);
}

test('every call of the contract has a decision, and every decision a call', () => {
  expect(Object.keys(decided).sort()).toEqual(all.map((endpoint) => endpoint.name).sort());
});

test('a call that names an account says for which relations it is meant', () => {
  for (const endpoint of all) {
    const hasTarget = decided[endpoint.name]?.target !== undefined;
    expect([endpoint.name, hasTarget]).toEqual([endpoint.name, namesAccount(endpoint)]);
  }
});

/** Looking changes nothing, nor does any session in a game server's call: callers are shared. */
const shared = new Map<boolean, ReturnType<typeof makeCallers>>();

function callersFor(endpoint: Endpoint): ReturnType<typeof makeCallers> {
  const isPlayersCall = isPlayers(endpoint);
  const make = () =>
    isPlayersCall
      ? makePlayerCallers(app, root, bystander)
      : makeCallers(app, root, bystander, wantsDeleted.has(endpoint.name));
  if (endpoint.effect !== 'read' && endpoint.allow !== 'services') return make();
  const callers = shared.get(isPlayersCall) ?? make();
  shared.set(isPlayersCall, callers);
  return callers;
}

test.each(all)('$name answers each kind of caller as decided', async (endpoint) => {
  const answers: Partial<Row<Caller>> = {};
  for (const { caller, ...one } of await callersFor(endpoint)) {
    // There is one SUPER only, and some calls before this one ended its sessions.
    const token = caller === 'SUPER' ? await openTestSession(app, root.id) : one.token;
    answers[caller] = outcome(endpoint, await tryCall(app, { endpoint, ...one, token }));
  }
  expect(answers).toEqual(byAccess[decided[endpoint.name]?.access ?? 'undecided']);
});

describe.each(all.filter(namesAccount))('$name', (endpoint) => {
  const expected = Object.entries(byTarget[decided[endpoint.name]?.target ?? 'undecided'] ?? {});
  const ranks = ['SUPER', 'ADMIN', 'deep ADMIN'] as const;

  test.each(endpoint.allow === 'super' ? ranks.slice(0, 1) : ranks)(
    'answers %s for each relation as decided, and strangers like accounts that are not there',
    async (rank) => {
      const { actor, relatives } = await makeRelatives(app, root, rank);
      const answers: Partial<Row<Relation>> = {};
      const notThere: Reply['body'][] = [];
      for (const [relation, target] of Object.entries(relatives) as [Relation, TestPerson][]) {
        const reply = await tryCall(app, { endpoint, actor, target, token: actor.token });
        answers[relation] = outcome(endpoint, reply);
        if (reply.status === 404) notThere.push(reply.body);
      }
      expect(answers).toEqual(Object.fromEntries(expected.filter(([key]) => key in relatives)));
      expect(new Set(notThere.map((body) => JSON.stringify(body)))).toEqual(
        new Set(['{"status":"error","message":"User not found."}']),
      );
    },
  );
});
