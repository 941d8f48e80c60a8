import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inUploadPlace, readImage } from './images.ts';
import { pictureProcess } from './picture-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-pictures-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** A process that does as the upload says, and answers with its own number and surroundings. */
const obedient = `
  process.on('disconnect', () => process.exit());
  process.on('message', ({ bytes }) => {
    const word = Buffer.from(bytes).toString();
    if (word === 'die') process.exit(1);
    const known = Buffer.from(Object.keys(process.env).join());
    if (word !== 'hang') process.send({ kind: 'png', width: process.pid, height: 1, bytes: known });
  });
  process.send('ready');`;

async function fileOf(name: string, text: string): Promise<URL> {
  const path = join(folder, name);
  await writeFile(path, text);
  return pathToFileURL(path);
}

function upload(word: string) {
  return { bytes: Buffer.from(word), pixelsMax: 1, sideMax: 1 };
}

test('a process that hangs or dies is ended, and another one makes the next picture', async () => {
  const make = pictureProcess(await fileOf('obedient.mjs', obedient), 3_000);
  const first = await make(upload('work'));
  expect(await make(upload('work'))).toEqual(first);
  expect(await make(upload('hang'))).toEqual({ fault: 'tooSlow' });
  const second = await make(upload('work'));
  expect(second).toMatchObject({ width: expect.any(Number) });
  expect(second).not.toEqual(first);
  expect(await make(upload('die'))).toEqual({ fault: 'died' });
  const third = await make(upload('work'));
  expect(third).toMatchObject({ width: expect.any(Number) });
  expect(third).not.toEqual(second);
  const gone = (first as { width: number }).width;
  await expect.poll(() => isThere(gone)).toBe(false);
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('it is told nothing of the node’s settings', async () => {
  process.env.DATABASE_URL ??= 'postgres://nowhere';
  const make = pictureProcess(await fileOf('curious.mjs', obedient), 20_000);
  const { bytes } = (await make(upload('work'))) as { bytes: Uint8Array };
  expect(Buffer.from(bytes).toString()).not.toContain('DATABASE');
});

test('one that cannot be started is a fault of ours and not of the picture', async () => {
  const make = pictureProcess(await fileOf('broken.mjs', 'process.exit(1)'), 20_000);
  await expect(make(upload('work'))).rejects.toThrow('did not start');
});

test('nine uploads have a place; the next are to come again later', async () => {
  const create = { width: 64, height: 64, channels: 3, background: '#123456' } as const;
  const picture = await sharp({ create }).png().toBuffer();
  const all = await Promise.allSettled(
    Array.from({ length: 12 }, (_, who) =>
      inUploadPlace(String(who), () => readImage(picture, 'icon')),
    ),
  );
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(all.length - refused.length).toBe(9);
  for (const reason of refused) {
    expect(reason).toMatchObject({ code: 'tooMany', retryAfterSeconds: 5 });
  }
});

test('25 megapixels are taken and shrunk, and one row more is refused by its head', async () => {
  const background = '#123456';
  for (const format of ['png', 'jpeg'] as const) {
    const create = { width: 6_250, height: 4_000, channels: 3, background } as const;
    const largest = await sharp({ create }).toFormat(format).toBuffer();
    expect(await readImage(largest, 'icon')).toMatchObject({ width: 2_400, height: 1_536 });
  }
  const create = { width: 6_250, height: 4_001, channels: 3, background } as const;
  const larger = await sharp({ create }).png().toBuffer();
  // Only its head is there: what was decoded before it is measured would be no picture.
  for (const bytes of [larger, larger.subarray(0, 100)]) {
    await expect(readImage(bytes, 'icon')).rejects.toMatchObject({
      code: 'tooLarge',
      fields: { icon: 'A picture may have at most 25 megapixels.' },
    });
  }
});
