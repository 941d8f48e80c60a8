import { isNamed } from '@pitboss/contract/about';
import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  markDeleted,
  openTestSession,
  type TestPerson,
} from '@pitboss/testkit/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byOwner, decided } from './decided.ts';
import { openFlight } from './flights.ts';
import { makeGame } from './game.ts';
import { type Lasting, lasting } from './lasting.ts';
import {
  type Kin,
  makeKin,
  malformed,
  type Rank,
  type Relation,
  ranks,
  withId,
} from './relatives.ts';
import { sampleRequest } from './sample-requests.ts';
import { snapshot } from './snapshot.ts';
import { type Reply, type TestApp, testApp } from './test-app.ts';
import { outcome, tryCall } from './try-call.ts';

let app: TestApp;
let root: TestPerson;
let kin: Lasting<Rank, Kin>;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app, 10_000_000n);
  kin = lasting((rank) => makeKin(app, root, rank));
});

afterAll(() => app.close());

/** Whether the call names something that is not an account: a bank, a request, a round. */
function namesObject({ about }: Endpoint): boolean {
  return about.kind !== 'user' && isNamed(about);
}

const aboutObjects = all.filter(namesObject);

test('a call that names an object says whose it may be', () => {
  for (const endpoint of all) {
    const hasOwner = decided[endpoint.name]?.owner !== undefined;
    expect([endpoint.name, hasOwner]).toEqual([endpoint.name, namesObject(endpoint)]);
  }
});

type Answers = Record<string, number>;

/** What each owner's object is answered with; all that are not there must be answered alike. */
async function answersOf(
  endpoint: Endpoint,
  actor: TestPerson,
  owners: Record<string, TestPerson>,
  onDone: (relation: string) => void = () => {},
): Promise<Answers> {
  const answers: Answers = {};
  const notThere: Reply['body'][] = [];
  for (const [relation, owner] of Object.entries(owners)) {
    const one = { endpoint, actor, target: actor, owner, token: actor.token };
    const reply = await tryCall(app, one);
    if (reply.status < 400 && endpoint.effect !== 'read') onDone(relation);
    answers[relation] = outcome(endpoint, reply);
    if (reply.status === 404) notThere.push(reply.body);
  }
  const { notThere: message } = decided[endpoint.name] ?? {};
  for (const body of notThere) expect(body).toEqual({ status: 'error', message });
  return answers;
}

const owned = aboutObjects.filter(({ name }) => (decided[name]?.owner ?? '') in byOwner);

describe.each(owned)('$name', (endpoint) => {
  const expected = Object.entries(byOwner[decided[endpoint.name]?.owner ?? ''] ?? {});

  test.each(ranks)(
    'answers %s as decided whosever it is, and a stranger’s like one that is not there',
    async (rank) => {
      const { actor, relations, relatives } = await kin.get(rank);
      const owners: Record<string, TestPerson> = {};
      for (const relation of relations) owners[relation] = await relatives.get(relation);
      const token = await openTestSession(app, actor.id);
      const answers = await answersOf(endpoint, { ...actor, token }, owners, (relation) =>
        relatives.spend(relation as Relation),
      );
      expect(answers).toEqual(Object.fromEntries(expected.filter(([key]) => key in owners)));
    },
  );
});

const nobodys = aboutObjects.filter(({ name }) => decided[name]?.owner === 'nobodys');
const clients = aboutObjects.filter(({ name }) => decided[name]?.owner === 'clients');
const keys = aboutObjects.filter(({ name }) => decided[name]?.owner === 'keys');

test('every call about an object is tried with every owner, here or below', () => {
  const names = [...owned, ...nobodys, ...clients, ...keys].map(({ name }) => name);
  expect(names.sort()).toEqual(aboutObjects.map(({ name }) => name).sort());
});

test.each(nobodys)(
  '$name is about what belongs to no branch, and a wrong id is told',
  async (one) => {
    const owners = { unknown: withId(999_999_999n), malformed: malformed() };
    const there = await tryCall(app, {
      endpoint: one,
      actor: root,
      target: root,
      token: root.token,
    });
    expect(outcome(one, there)).toBe(200);
    expect(await answersOf(one, root, owners)).toEqual({ unknown: 404, malformed: 400 });
  },
);

test.each(nobodys.filter(({ allow }) => allow === 'super'))(
  '$name is SUPER’s, and no ADMIN learns what there is',
  async (endpoint) => {
    const admin = await makeAdmin(app, root);
    const owners = { unknown: withId(999_999_999n), malformed: malformed() };
    const there = { endpoint, actor: admin, target: admin, token: admin.token };
    expect(outcome(endpoint, await tryCall(app, there))).toBe(403);
    expect(await answersOf(endpoint, admin, owners)).toEqual({ unknown: 403, malformed: 403 });
  },
);

test.each(clients)('$name is for its own client and nobody else', async (endpoint) => {
  const { actor: operator, relatives } = await kin.get('ADMIN');
  const money = { balance: 5_000n };
  const person = await makeUser(app, operator, money);
  const actor = { ...person, token: await openTestSession(app, person.id) };
  const deletedSibling = await makeUser(app, operator, money);
  const owners = {
    self: actor,
    sibling: await makeUser(app, operator, money),
    deletedSibling,
    cousin: await relatives.get('grandchild'),
    otherBranch: await relatives.get('otherBranch'),
    parent: operator,
    top: root,
    unknown: withId(999_999_999n),
    malformed: malformed(),
  };
  await markDeleted(app, deletedSibling);
  expect(await answersOf(endpoint, actor, owners)).toEqual({
    self: 200,
    sibling: 404,
    deletedSibling: 404,
    cousin: 404,
    otherBranch: 404,
    parent: 404,
    top: 404,
    unknown: 404,
    malformed: 400,
  });
});

test.each(keys)('$name is for the key that opened the round and no other', async (endpoint) => {
  const target = await makeUser(app, root, { balance: 5_000n });
  const { headers, params, raw } = await sampleRequest(app, endpoint.name, { actor: root, target });
  const other = await makeGame(app, root);
  const theirs = { 'x-service-key': other.key };
  const engines = String(await openFlight(app, 200));
  const tries = {
    another: { headers: theirs, params },
    engines: { headers, params: { round: engines } },
    others: { headers, params: { round: String(await other.open()) } },
    unknown: { headers, params: { round: '999999999' } },
    malformed: { headers, params: { round: '12x' } },
    own: { headers, params },
  };
  const answers: Answers = {};
  for (const [what, request] of Object.entries(tries)) {
    const before = await snapshot(app.db);
    const reply = await app.call(endpoint, { ...request, raw });
    answers[what] = outcome(endpoint, reply);
    if (reply.status === 404) expect(reply.message).toBe(decided[endpoint.name]?.notThere);
    if (reply.status >= 400) expect(await snapshot(app.db)).toBe(before);
  }
  expect(answers).toEqual({
    another: 404,
    engines: 404,
    others: 404,
    unknown: 404,
    malformed: 400,
    own: 200,
  });
});
