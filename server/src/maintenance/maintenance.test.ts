import { maintenance } from '@pitboss/contract/maintenance';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeSuper, type TestPerson } from '../test/people.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

test('maintenance is unset until SUPER says, and everybody above clients is told', async () => {
  const admin = await makeAdmin(app, root);
  const shown = async () =>
    (await app.call(maintenance.get, { token: admin.token })).data.isMaintenance;
  expect(await shown()).toBeNull();
  for (const isMaintenance of [true, false, true]) {
    const reply = await app.call(maintenance.set, { token: root.token, body: { isMaintenance } });
    expect([reply.status, reply.data.isMaintenance]).toEqual([200, isMaintenance]);
    expect(reply.message).toBe(`Maintenance is ${isMaintenance ? 'on' : 'off'}.`);
    expect(await shown()).toBe(isMaintenance);
  }
});

test('an ADMIN cannot switch it', async () => {
  const admin = await makeAdmin(app, root);
  const before = await app.call(maintenance.get, { token: root.token });
  const reply = await app.call(maintenance.set, {
    token: admin.token,
    body: { isMaintenance: false },
  });
  expect(reply.status).toBe(403);
  expect(reply.message).toBe('You do not have permission to perform this action.');
  const after = await app.call(maintenance.get, { token: root.token });
  expect(after.data).toEqual(before.data);
});
