import { all } from '@pitboss/contract/all';
import { type Endpoint, paramNames } from '@pitboss/contract/endpoint';
import { events } from '@pitboss/contract/events';
import { player } from '@pitboss/contract/player';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { byOwner, decided } from './decided.ts';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  markDeleted,
  openTestSession,
  type TestPerson,
} from './people.ts';
import { makeEvent } from './pictures.ts';
import { makeRelatives, malformed, withId } from './relatives.ts';
import { type Reply, type TestApp, testApp } from './test-app.ts';
import { outcome, tryCall } from './try-call.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

/** Whether the call names something that is not an account: a bank, an entry, a request. */
function namesObject({ name, path, body }: Endpoint): boolean {
  const { properties } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const isAboutAccounts = /^(users|transactions)\./.test(name);
  const hasId = paramNames(path).includes('id') && !isAboutAccounts;
  return hasId || 'reqId' in (properties ?? {});
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
): Promise<Answers> {
  const answers: Answers = {};
  const notThere: Reply['body'][] = [];
  for (const [relation, owner] of Object.entries(owners)) {
    const one = { endpoint, actor, target: actor, owner, token: actor.token };
    const reply = await tryCall(app, one);
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

  test.each(['SUPER', 'ADMIN', 'deep ADMIN'] as const)(
    'answers %s as decided whosever it is, and a stranger’s like one that is not there',
    async (rank) => {
      const { actor, relatives } = await makeRelatives(app, root, rank);
      const childOperator =
        rank === 'SUPER'
          ? await makeAdmin(app, root, { balance: 5_000n })
          : await makeDeepAdmin(app, actor, 5_000n);
      const owners = { ...relatives, childOperator };
      const answers = await answersOf(endpoint, actor, owners);
      expect(answers).toEqual(Object.fromEntries(expected.filter(([key]) => key in owners)));
    },
  );
});

test('every call about an object is tried with every owner, here or below', () => {
  const elsewhere = [events.update.name, player.cancelRequest.name];
  const names = [...owned.map(({ name }) => name), ...elsewhere];
  expect(names.sort()).toEqual(aboutObjects.map(({ name }) => name).sort());
});

test('an event is SUPER’s, whoever made it, and no ADMIN learns which there are', async () => {
  const admin = await makeAdmin(app, root);
  const event = { eventId: 'cup', eventName: 'Cup', link: 'https://play.example.com' };
  const owners = {
    there: withId(await makeEvent(app, event)),
    unknown: withId(999_999_999n),
    malformed: malformed(),
  };
  expect(await answersOf(events.update, root, owners)).toEqual({
    there: 200,
    unknown: 404,
    malformed: 400,
  });
  expect(await answersOf(events.update, admin, owners)).toEqual({
    there: 403,
    unknown: 403,
    malformed: 403,
  });
});

test('a request is taken back by its own client and nobody else', async () => {
  const { actor: operator, relatives } = await makeRelatives(app, root, 'ADMIN');
  const money = { balance: 5_000n };
  const person = await makeUser(app, operator, money);
  const actor = { ...person, token: await openTestSession(app, person.id) };
  const deletedSibling = await makeUser(app, operator, money);
  const owners = {
    self: actor,
    sibling: await makeUser(app, operator, money),
    deletedSibling,
    cousin: relatives.grandchild ?? root,
    otherBranch: relatives.otherBranch ?? root,
    parent: operator,
    top: root,
    unknown: withId(999_999_999n),
    malformed: malformed(),
  };
  await markDeleted(app, deletedSibling);
  expect(await answersOf(player.cancelRequest, actor, owners)).toEqual({
    ...{ self: 200, sibling: 404, deletedSibling: 404, cousin: 404, otherBranch: 404 },
    ...{ parent: 404, top: 404, unknown: 404, malformed: 400 },
  });
});
