import { maintenance } from '@pitboss/contract/maintenance';
import { makeAdmin, makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a reason is kept on record, and none is needed', async () => {
  const { token } = root;
  const on = { isMaintenance: true, reason: 'New odds from noon on' };
  for (const raw of [on, { isMaintenance: false }, { isMaintenance: false, reason: '' }]) {
    expect((await app.call(maintenance.set, { token, raw })).status).toBe(200);
  }
  const { rows } = await sql<{ after: object }>`
    select after from audit_events where action = 'maintenance.set' and outcome = 'done'
    order by id desc limit 3`.execute(app.db);
  const off = { game: 'Aviator', isMaintenance: false };
  expect(rows.map(({ after }) => after)).toEqual([off, off, { game: 'Aviator', ...on }]);
  const long = await app.call(maintenance.set, { token, raw: { ...on, reason: 'x'.repeat(501) } });
  expect([long.status, Object.keys(long.errors)]).toEqual([400, ['reason']]);
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
