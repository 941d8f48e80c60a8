import { isNamed } from '@pitboss/contract/about';
import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { makeAdmin, makeSuper, openTestSession, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type CallerCase, callers, operatorCaller, playerCaller } from './callers.ts';
import { byAccess, byTarget, decided, type Row } from './decided.ts';
import { type Lasting, lasting } from './lasting.ts';
import { type Kin, makeKin, type Rank, type Relation, ranks } from './relatives.ts';
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

type Callers = Lasting<Caller, CallerCase>;

/** Of each sort one of each kind: who is refused changes nothing, and calls again. */
let sorts: Record<'operators' | 'ofDeleted' | 'players', Callers>;
let kin: Lasting<Rank, Kin>;

beforeAll(() => {
  const stage = { app, root, bystander };
  sorts = {
    operators: lasting((caller) => operatorCaller(stage, caller, false)),
    ofDeleted: lasting((caller) => operatorCaller(stage, caller, true)),
    players: lasting((caller) => playerCaller(stage, caller)),
  };
  kin = lasting((rank) => makeKin(app, root, rank));
});

function callersFor(endpoint: Endpoint): Callers {
  if (isPlayers(endpoint)) return sorts.players;
  return wantsDeleted.has(endpoint.name) ? sorts.ofDeleted : sorts.operators;
}

const isUsedUp = ({ effect }: Endpoint, { status }: Reply) => effect !== 'read' && status < 400;

test.each(all)('$name answers each kind of caller as decided', async (endpoint) => {
  const own = callersFor(endpoint);
  const answers: Partial<Row<Caller>> = {};
  for (const caller of callers) {
    const one = await own.get(caller);
    // There is one SUPER only, and some calls before this one ended its sessions.
    const token = caller === 'SUPER' ? await openTestSession(app, root.id) : one.token;
    const reply = await tryCall(app, { endpoint, ...one, token });
    if (isUsedUp(endpoint, reply)) own.spend(caller);
    answers[caller] = outcome(endpoint, reply);
  }
  expect(answers).toEqual(byAccess[decided[endpoint.name]?.access ?? 'undecided']);
});

describe.each(all.filter(namesAccount))('$name', (endpoint) => {
  const expected = Object.entries(byTarget[decided[endpoint.name]?.target ?? 'undecided'] ?? {});

  test.each(endpoint.allow === 'super' ? ranks.slice(0, 1) : ranks)(
    'answers %s for each relation as decided, and strangers like accounts that are not there',
    async (rank) => {
      const { actor, relatives, ...known } = await kin.get(rank);
      const relations: Relation[] = known.relations.filter((one) => one !== 'childOperator');
      // SUPER is there once, and some calls before this one ended its sessions.
      const token = await openTestSession(app, actor.id);
      const answers: Partial<Row<Relation>> = {};
      const notThere: Reply['body'][] = [];
      for (const relation of relations) {
        const target = await relatives.get(relation);
        const reply = await tryCall(app, { endpoint, actor, target, token });
        if (isUsedUp(endpoint, reply)) relatives.spend(relation);
        answers[relation] = outcome(endpoint, reply);
        if (reply.status === 404) notThere.push(reply.body);
      }
      const decidedHere = expected.filter(([key]) => relations.includes(key as Relation));
      expect(answers).toEqual(Object.fromEntries(decidedHere));
      expect(new Set(notThere.map((body) => JSON.stringify(body)))).toEqual(
        new Set(['{"status":"error","message":"User not found."}']),
      );
    },
  );
});
