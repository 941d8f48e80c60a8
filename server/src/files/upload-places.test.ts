import { connect, type Socket } from 'node:net';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askDeposit, makeBank } from '../test/cashier.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let bankId: bigint;
let [slow, other]: TestPerson[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await testApp();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const admin = await makeAdmin(app, await makeSuper(app));
  bankId = await makeBank(app, admin);
  [slow, other] = [await makeUser(app, admin), await makeUser(app, admin)];
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Says that five megabytes come, and sends no more than the beginning; what is answered so far. */
function begin({ token }: TestPerson): () => string {
  const socket = connect(Number(new URL(app.http.listeningOrigin).port), '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.on('data', (part) => {
    said += part.toString('latin1');
  });
  socket.on('error', () => {});
  const head = [
    'POST /api/player/requests/deposit HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 5000000',
  ];
  const part = '--x\r\nContent-Disposition: form-data; name="receipt"; filename="a.png"\r\n\r\n';
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
  return () => said;
}

test('a place is taken before the picture is sent, and given back when its sender goes', async () => {
  if (!slow || !other) throw new Error('Nobody was made.');
  const file = async (who: TestPerson) => (await askDeposit(app, who, bankId, 500n)).status;
  const answers = Array.from({ length: 4 }, () => begin(slow as TestPerson));
  const said = () => answers.map((one) => one()).filter((text) => text !== '');
  // One is refused with not a byte of its picture sent, and three are being read.
  await expect
    .poll(said)
    .toEqual([expect.stringMatching(/^HTTP\/1\.1 429 [\s\S]*Too many pictures at once/)]);
  expect(await file(other)).toBe(201);
  expect(said()).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => file(slow as TestPerson)).toBe(201);
});
