import { all } from '@pitboss/contract/all';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  markDeleted,
  type TestPerson,
} from '@pitboss/testkit/people';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPlayers, sampleRequest, wantsDeleted } from './sample-requests.ts';
import { appOn, type TestApp } from './test-app.ts';
import { testDatabase } from './test-database.ts';

/**
 * A call that asks for a second connection while it holds one waits for itself as soon as enough of
 * its kind are under way. Here there is only one, so it would never be answered.
 */
let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await appOn(await testDatabase(), pino({ level: 'silent' }), { connectionsMax: 1 });
  root = await makeSuper(app);
});

afterAll(() => app.close());

test.each(all.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s needs no second connection',
  async (name, endpoint) => {
    const operator = await makeAdmin(app, root, { balance: 100_000n });
    const target = await makeUser(app, operator, { balance: 10_000n });
    const actor = endpoint.allow === 'super' ? root : operator;
    const request = await sampleRequest(app, name, { actor, target });
    if (wantsDeleted.has(name)) await markDeleted(app, target);
    const token = isPlayers(endpoint) ? target.token : actor.token;
    expect((await app.call(endpoint, { token, ...request })).status).toBeLessThan(300);
  },
);
