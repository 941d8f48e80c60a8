import { events } from '@pitboss/contract/events';
import { player } from '@pitboss/contract/player';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePicture } from '../test/pictures.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function event(eventId: string, more: object = {}) {
  const link = 'https://play.example.com/a';
  return {
    eventId,
    eventName: `Event ${eventId}`,
    sequence: 1,
    link,
    isMaintenance: false,
    ...more,
  };
}

function add(body: ReturnType<typeof event>, files = {}) {
  return app.call(events.add, { token: root.token, body, files });
}

test('events are listed by their sequence', async () => {
  await add(event('second', { sequence: 2 }));
  await add(event('first', { sequence: 1 }));
  await add(event('zeroth', { sequence: 0 }));
  const { data } = await app.call(events.list, { token: root.token });
  expect(data.map((one) => one.eventId)).toEqual(['zeroth', 'first', 'second']);
});

test('an event id is taken once', async () => {
  await add(event('once'));
  const again = await add(event('once'));
  expect([again.status, again.errors.eventId]).toEqual([400, 'This Event ID is already taken.']);
});

test('a change keeps what was not sent, the pictures too', async () => {
  const added = await add(event('kept'), { icon: await makePicture('png', 10) });
  const changed = await app.call(events.update, {
    token: root.token,
    params: { id: added.data._id },
    body: { eventName: 'New name', isActive: false },
    files: { image: await makePicture('png', 11) },
  });
  expect(changed.data).toEqual({
    ...added.data,
    eventName: 'New name',
    isActive: false,
    image: expect.stringMatching(/^\/api\/files\/events\/[0-9a-f]{64}$/),
  });
});

test('fields of a form are text and are understood as what they mean', async () => {
  const raw = { ...event('texts'), sequence: '7', isMaintenance: 'true' };
  const reply = await app.call(events.add, { token: root.token, raw });
  expect(reply.data).toMatchObject({ sequence: 7, isMaintenance: true });
  const wrong = await app.call(events.add, {
    token: root.token,
    raw: { ...raw, eventId: 'x', sequence: '1.5', isMaintenance: 'yes' },
  });
  expect(wrong.status).toBe(400);
  expect(Object.keys(wrong.errors).sort()).toEqual(['isMaintenance', 'sequence']);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.b', '//a.b', 'a.b', ' https://a.b'])(
  'the link %s is refused',
  async (link) => {
    const reply = await app.call(events.add, { token: root.token, raw: { ...event('l'), link } });
    expect([reply.status, reply.errors.link]).toEqual([400, 'Valid URL is required.']);
  },
);

test('players see active events, ADMINs manage none', async () => {
  const admin = await makeAdmin(app, root);
  const client = await makeUser(app, admin);
  const hidden = await add(event('hidden'));
  const params = { id: hidden.data._id };
  await app.call(events.update, { token: root.token, params, body: { isActive: false } });
  const shown = await app.call(player.events, { token: client.token });
  expect(shown.data.length).toBeGreaterThan(0);
  expect(shown.data.map((one) => one.eventId)).not.toContain('hidden');
  expect((await app.call(events.list, { token: admin.token })).status).toBe(403);
});
