import { player } from '@pitboss/contract/player';
import { support, supportTypes } from '@pitboss/contract/support';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

const entry = { type: 'whatsapp', link: 'https://wa.me/100' } as const;

test('an entry is added, changed and removed by its owner, and its clients see it', async () => {
  const admin = await makeAdmin(app, root);
  const client = await makeUser(app, admin);
  const { token } = admin;
  const added = await app.call(support.add, { token, body: entry });
  const params = { id: added.data._id };
  const changed = { type: 'livechat', link: 'https://chat.example.com/room' } as const;
  expect((await app.call(support.update, { token, params, body: changed })).message).toBe(
    'Support updated successfully',
  );
  const shown = await app.call(player.support, { token: client.token });
  expect(shown.data).toEqual([{ _id: added.data._id, ...changed, href: changed.link }]);
  expect((await app.call(support.remove, { token, params })).status).toBe(200);
  expect((await app.call(support.list, { token })).data).toEqual([]);
  expect((await app.call(support.remove, { token, params })).status).toBe(404);
});

test('nobody sees or touches another operator’s entries', async () => {
  const admin = await makeAdmin(app, root);
  const added = await app.call(support.add, { token: root.token, body: entry });
  const params = { id: added.data._id };
  const { token } = admin;
  expect((await app.call(support.list, { token })).data).toEqual([]);
  expect((await app.call(support.update, { token, params, body: entry })).status).toBe(404);
  expect((await app.call(support.remove, { token, params })).status).toBe(404);
});

test.each(['https://a.b/c?d', 'http://a.b', 'tel:+923001234567', 'mailto:a@b.co'])(
  'the link %s is taken',
  async (link) => {
    const body = { type: 'mobile', link } as const;
    expect((await app.call(support.add, { token: root.token, body })).status).toBe(201);
  },
);

test('a telephone number is taken for every type as people type it, and leads to a call', async () => {
  const admin = await makeAdmin(app, root);
  const client = await makeUser(app, admin);
  const { token } = admin;
  const typed = ['+91 90000 00000', '(022) 555-0100', '1800 200 300', '+49.30/123456', '12345'];
  for (const [index, link] of typed.entries()) {
    for (const type of supportTypes) {
      const added = await app.call(support.add, { token, body: { type, link } });
      expect([added.status, added.data.link]).toEqual([201, link]);
      const params = { id: added.data._id };
      if (index > 0) await app.call(support.remove, { token, params });
    }
  }
  const { data } = await app.call(player.support, { token: client.token });
  expect(data).toHaveLength(supportTypes.length);
  for (const shown of data) {
    expect(shown).toMatchObject({ link: '+91 90000 00000', href: 'tel:+919000000000' });
  }
});

test.each([
  'javascript:alert(1)',
  'tel:javascript',
  'mailto:',
  'https://',
  'sms:1',
  '',
  '+1 2',
  '12 ab 34567',
  '1'.repeat(16),
  '555-0100;ext=1',
])('the link "%s" is refused', async (link) => {
  const reply = await app.call(support.add, { token: root.token, raw: { type: 'mobile', link } });
  expect([reply.status, 'link' in reply.errors]).toEqual([400, true]);
});
