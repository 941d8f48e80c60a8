import { crc32, deflateSync } from 'node:zlib';
import { cashRequests } from '@pitboss/contract/cash-requests';
import { events } from '@pitboss/contract/events';
import { player } from '@pitboss/contract/player';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askDeposit, makeBank } from '../test/cashier.ts';
import { makePicture } from '../test/pictures.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let admin: TestPerson;
let root: TestPerson;
let client: TestPerson;
let bankId: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 100_000n });
  bankId = await makeBank(app, admin);
});

beforeEach(async () => {
  client = await makeUser(app, admin);
});

afterAll(() => app.close());

function send(receipt: Buffer) {
  return app.call(player.requestDeposit, {
    token: client.token,
    body: { amount: 1_000n, bankId },
    files: { receipt },
  });
}

async function counts(): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from files) as files,
    (select count(*) from cash_requests) as requests`.execute(app.db);
  return rows[0];
}

/** A PNG that claims a size in a sound header, with next to nothing behind it. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(10)))];
  const start = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([start, ...parts, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

test.each([
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
  ['HTML named .png', async () => Buffer.from('<html><script>1</script></html>'), 415],
  ['a TIFF', () => makePicture('tiff'), 415],
  ['a PDF', async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 415],
  [
    'a picture cut off in the middle',
    async () => (await noisyPicture(400)).subarray(0, 4_000),
    415,
  ],
  ['nothing at all', async () => Buffer.alloc(0), 400],
  ['30,000 × 30,000 pixels', async () => hugePng(30_000), 413],
  ['6 MB', () => noisyPicture(1_500), 413],
] as const)('%s is refused with a sentence and nothing is stored', async (_name, make, status) => {
  const before = await counts();
  const bytes = await make();
  const reply = await send(bytes);
  expect([reply.status, reply.message.length > 10]).toEqual([status, true]);
  expect(await counts()).toEqual(before);
});

/** Noise does not compress, so its size is known. */
function noisyPicture(side: number): Promise<Buffer> {
  const noise = Buffer.from(
    Uint8Array.from({ length: side * side * 3 }, () => Math.random() * 256),
  );
  return sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s is taken and shown', async (format) => {
  const reply = await send(await makePicture(format, 50));
  expect(reply.status).toBe(201);
  const shown = await app.http.inject({ url: reply.data.receiptUrl ?? '' });
  expect(shown.statusCode).toBe(200);
  expect(shown.headers['content-type']).toBe(`image/${format === 'gif' ? 'png' : format}`);
  expect(shown.headers['x-content-type-options']).toBe('nosniff');
  expect(shown.headers['content-security-policy']).toContain('sandbox');
  const { width, height } = await sharp(shown.rawPayload).metadata();
  expect([width, height]).toEqual([40, 30]);
});

test('what rides along with a picture does not come back', async () => {
  const tail = Buffer.from('<script>alert(document.domain)</script>PK\u0003\u0004');
  const withExif = await sharp(await makePicture('jpeg'))
    .withExif({ IFD0: { Copyright: 'secret-place' } })
    .toBuffer();
  const reply = await send(Buffer.concat([withExif, tail]));
  expect(reply.status).toBe(201);
  const shown = await app.http.inject({ url: reply.data.receiptUrl ?? '' });
  expect(shown.rawPayload.includes('script')).toBe(false);
  expect(shown.rawPayload.includes('secret-place')).toBe(false);
});

test('a form without the file, with two, or with another one is refused', async () => {
  const receipt = await makePicture();
  const base = { token: client.token, body: { amount: 1_000n, bankId } };
  const missing = await app.call(player.requestDeposit, base);
  expect([missing.status, missing.errors.receipt]).toEqual([
    400,
    'A picture of the receipt is required.',
  ]);
  const other = await app.call(player.requestDeposit, {
    ...base,
    files: { receipt, extra: receipt },
  });
  expect([other.status, other.errors.extra]).toEqual([400, 'Unknown field.']);
  const form = new FormData();
  for (const name of ['one.png', 'two.png']) {
    form.append('receipt', new Blob([new Uint8Array(receipt)]), name);
  }
  const encoded = new Response(form);
  const twice = await app.http.inject({
    method: 'POST',
    url: '/api/player/requests/deposit',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  expect([twice.statusCode, twice.json().errors]).toEqual([
    400,
    { receipt: 'Send this field once.' },
  ]);
});

test('an upload that is cut off is refused and nothing is stored', async () => {
  const before = await counts();
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/player/requests/deposit',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
    payload:
      '--x\r\ncontent-disposition: form-data; name="receipt"; filename="a.png"\r\n\r\n\x89PNG',
  });
  expect(response.statusCode).toBe(400);
  expect(await counts()).toEqual(before);
});

test('a receipt is shown by its signed address only, and only for a while', async () => {
  const { data } = await askDeposit(app, client, bankId, 1_000n);
  const url = new URL(data.receiptUrl ?? '', 'http://localhost');
  const ask = (path: string) => app.http.inject({ url: path });
  expect((await ask(url.pathname + url.search)).statusCode).toBe(200);
  expect((await ask(url.pathname)).statusCode).toBe(404);
  const other = url.pathname.replace(String(data._id), String(data._id + 1n));
  expect((await ask(other + url.search)).statusCode).toBe(404);
  url.searchParams.set('until', String(Number(url.searchParams.get('until')) + 900_000));
  expect((await ask(url.pathname + url.search)).statusCode).toBe(404);
  const list = await app.call(cashRequests.list, {
    token: admin.token,
    body: { draw: 0, start: 0, length: 1, type: 'all', status: 'all' },
  });
  expect(list.data.data[0]?.receiptUrl).toBe(data.receiptUrl);
});

test('a browser that has the picture is told so', async () => {
  const { data } = await askDeposit(app, client, bankId, 1_000n);
  const first = await app.http.inject({ url: data.receiptUrl ?? '' });
  const headers = { 'if-none-match': String(first.headers.etag) };
  const again = await app.http.inject({ url: data.receiptUrl ?? '', headers });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
});

test('a receipt is not to be had as an event’s picture, nor an unknown hash', async () => {
  const { rows } = await sql<{ hash: Buffer }>`select hash from files limit 1`.execute(app.db);
  const hash = rows[0]?.hash.toString('hex');
  for (const name of [hash, '0'.repeat(64), '../../x', 'x']) {
    const response = await app.http.inject({ url: `/api/files/events/${name}` });
    expect(response.statusCode).toBe(404);
  }
});

test('an event’s picture is public and kept by caches for long', async () => {
  const added = await app.call(events.add, {
    token: root.token,
    body: {
      eventId: 'cup',
      eventName: 'Cup',
      sequence: 1,
      link: 'https://example.com',
      isMaintenance: false,
    },
    files: { icon: await makePicture('png', 1), image: await makePicture('webp', 2) },
  });
  expect(added.status).toBe(201);
  const shown = await app.http.inject({ url: added.data.image ?? '' });
  expect(shown.headers['content-type']).toBe('image/webp');
  expect(shown.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});
