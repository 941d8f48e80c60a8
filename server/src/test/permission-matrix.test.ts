import { all } from '@pitboss/contract/all';
import { type Endpoint, paramNames } from '@pitboss/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { makeAdmin, makeSuper, type TestPerson } from './people.ts';
import { type Caller, makeCallers, makeRelatives, type Relation } from './relatives.ts';
import { sampleRequest, wantsDeleted } from './sample-requests.ts';
import { snapshot } from './snapshot.ts';
import { type Reply, type TestApp, testApp } from './test-app.ts';

type Row<K extends string> = Record<K, number>;

/** 200 stands for the success of the call, be it 200 or 201. */
const ended = { none: 401, garbage: 401, ended: 401, locked: 401, deleted: 401 };
const endedAbove = { belowLocked: 401, belowDeleted: 401 };
const byAccess: Record<string, Row<Caller>> = {
  anyone: {
    ...{ none: 200, garbage: 200, ended: 200, USER: 200, ADMIN: 200, SUPER: 200, suspended: 200 },
    ...{ locked: 200, deleted: 200, belowSuspended: 200, belowLocked: 200, belowDeleted: 200 },
  },
  /** The password is right each time: whether the account may enter decides. */
  signIn: {
    ...{ none: 200, garbage: 200, ended: 200, USER: 403, ADMIN: 200, SUPER: 200, suspended: 200 },
    ...{ locked: 403, deleted: 403, belowSuspended: 200, belowLocked: 403, belowDeleted: 403 },
  },
  leave: {
    ...{ ...ended, ...endedAbove, USER: 200, ADMIN: 200, SUPER: 200 },
    ...{ suspended: 200, belowSuspended: 200 },
  },
  look: {
    ...{ ...ended, ...endedAbove, USER: 403, ADMIN: 200, SUPER: 200 },
    ...{ suspended: 200, belowSuspended: 200 },
  },
  change: {
    ...{ ...ended, ...endedAbove, USER: 403, ADMIN: 200, SUPER: 200 },
    ...{ suspended: 403, belowSuspended: 403 },
  },
  superChange: {
    ...{ ...ended, ...endedAbove, USER: 403, ADMIN: 403, SUPER: 200 },
    ...{ suspended: 403, belowSuspended: 403 },
  },
};

/** Nobody outside of the branch is there; neither is what stands below a deleted account. */
const outside = {
  ...{ self: 404, parent: 404, top: 404, sibling: 404, nephew: 404, otherBranch: 404 },
  ...{ belowDeletedChild: 404, unknown: 404, malformed: 400 },
};
const byTarget: Record<string, Row<Relation>> = {
  below: {
    ...{ ...outside, child: 200, grandchild: 200, suspendedChild: 200, lockedChild: 200 },
    ...{ deletedChild: 404, deletedGrandchild: 404 },
  },
  direct: {
    ...{ ...outside, child: 200, grandchild: 403, suspendedChild: 200, lockedChild: 200 },
    ...{ deletedChild: 404, deletedGrandchild: 403 },
  },
  deletedDirect: {
    ...{ ...outside, child: 409, grandchild: 403, suspendedChild: 409, lockedChild: 409 },
    ...{ deletedChild: 200, deletedGrandchild: 403 },
  },
};

/** What was decided for each call: who may make it, and on whom. */
const decided: Record<string, { access: string; target?: string }> = {
  'health.alive': { access: 'anyone' },
  'health.ready': { access: 'anyone' },
  'auth.login': { access: 'signIn' },
  'auth.logout': { access: 'leave' },
  'users.list': { access: 'look', target: 'below' },
  'users.add': { access: 'change' },
  'users.update': { access: 'change', target: 'direct' },
  'users.remove': { access: 'change', target: 'direct' },
  'users.listDeleted': { access: 'look' },
  'users.restore': { access: 'change', target: 'deletedDirect' },
  'users.changePasswordByParent': { access: 'change', target: 'direct' },
  'users.changePasswordByUser': { access: 'change' },
  'users.profile': { access: 'look', target: 'below' },
  'users.balance': { access: 'look' },
  'transactions.deposit': { access: 'change', target: 'direct' },
  'transactions.withdraw': { access: 'change', target: 'direct' },
  'transactions.listStatement': { access: 'look', target: 'below' },
  'reports.stats': { access: 'look' },
  'maintenance.get': { access: 'look' },
  'maintenance.set': { access: 'superChange' },
};

let app: TestApp;
let root: TestPerson;
let bystander: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  bystander = await makeAdmin(app, root, { balance: 10_000_000n });
});

afterAll(() => app.close());

interface Try {
  endpoint: Endpoint;
  actor: TestPerson;
  target: TestPerson;
  token: string | undefined;
}

/** Makes the call with its sample request and proves that a refusal changed nothing. */
async function tryCall({ endpoint, actor, target, token }: Try): Promise<Reply> {
  const { params, raw } = sampleRequest(endpoint.name, target, actor);
  const before = await snapshot(app.db);
  const reply = await app.call(endpoint, { token, params, raw });
  if (reply.status >= 400) expect(await snapshot(app.db)).toBe(before);
  return reply;
}

function outcome(endpoint: Endpoint, reply: Reply): number {
  return reply.status === endpoint.successStatus ? 200 : reply.status;
}

function namesAccount(endpoint: Endpoint): boolean {
  const body = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  return paramNames(endpoint.path).includes('id') || 'userId' in (body.properties ?? {});
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

test.each(all)('$name answers each kind of caller as decided', async (endpoint) => {
  const callers = await makeCallers(app, root, bystander, wantsDeleted.has(endpoint.name));
  const answers: Partial<Row<Caller>> = {};
  for (const { caller, ...one } of callers) {
    answers[caller] = outcome(endpoint, await tryCall({ endpoint, ...one }));
  }
  expect(answers).toEqual(byAccess[decided[endpoint.name]?.access ?? 'undecided']);
});

describe.each(all.filter(namesAccount))('$name', (endpoint) => {
  const expected = Object.entries(byTarget[decided[endpoint.name]?.target ?? 'undecided'] ?? {});

  test.each(['SUPER', 'ADMIN', 'deep ADMIN'] as const)(
    'answers %s for each relation as decided, and strangers like accounts that are not there',
    async (rank) => {
      const { actor, relatives } = await makeRelatives(app, root, rank);
      const answers: Partial<Row<Relation>> = {};
      const notThere: Reply['body'][] = [];
      for (const [relation, target] of Object.entries(relatives) as [Relation, TestPerson][]) {
        const reply = await tryCall({ endpoint, actor, target, token: actor.token });
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
