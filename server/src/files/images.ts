import { createHash } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import { programFile } from '../kernel/checkout.ts';
import { inTurn } from '../kernel/in-turn.ts';
import { makePlaces } from '../kernel/places.ts';
import { Refusal, type RefusalCode } from '../kernel/refusal.ts';
import { type Fault, pictureProcess } from './picture-process.ts';

export const imageBytesMax = 5 * 1024 * 1024;
const pixelsMax = 25_000_000;
/** A receipt can be read at this size, and nothing that we show is larger. */
const sideMax = 2_400;

/** The dearest kind of the largest size takes half of it on a busy machine. */
const makeMsMax = 10_000;

/** Uploads that are read, or wait for their pictures to be made: of one account, and of all. */
const uploadsMax = 9;
const uploadsEachMax = 3;

/** A picture as we made it anew: its own bytes, and nothing that rode along with the upload. */
export interface Image {
  hash: Buffer;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  bytes: Buffer;
}

const makePicture = pictureProcess(programFile('files/make-picture'), makeMsMax);

const takeTurn = inTurn();

/**
 * A place for an upload, to be had before a byte of it is read: what waits for its turn is in
 * memory. One who sends slowly, or much, keeps its own places and leaves those of others.
 */
export const inUploadPlace = makePlaces(uploadsMax, uploadsEachMax, () => {
  const message = 'Too many pictures at once. Please try again.';
  return new Refusal('tooMany', message, { retryAfterSeconds: 5 });
});

const faults: Record<Fault, [RefusalCode, string]> = {
  wrongType: ['wrongType', 'Send a PNG, JPEG, WebP or GIF picture.'],
  died: ['wrongType', 'Send a PNG, JPEG, WebP or GIF picture.'],
  tooManyPixels: ['tooLarge', 'A picture may have at most 25 megapixels.'],
  tooSlow: ['tooLarge', 'This picture takes too long to read. Send a smaller one.'],
};

/**
 * Decides by content, never by name: decodes the upload and encodes it anew, so that neither a
 * second file behind the picture nor its EXIF survives. One at a time, in a process of its own.
 * `field` is told what was wrong.
 */
export async function readImage(upload: Buffer, field: string): Promise<Image> {
  if (upload.length === 0) throw refused('invalid', field, 'The file is empty.');
  const made = await takeTurn(() => makePicture({ bytes: upload, pixelsMax, sideMax }));
  if ('fault' in made) {
    const [code, message] = faults[made.fault];
    throw refused(code, field, message);
  }
  const { kind, width, height, bytes } = made;
  return { hash: sha256(bytes), type: `image/${kind}`, width, height, bytes };
}

/** Keeps a picture; the same one again is already there. */
export async function keepImage(tx: Tx, image: Image): Promise<Buffer> {
  await tx
    .insertInto('files')
    .values(image)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return image.hash;
}

function refused(code: RefusalCode, field: string, message: string): Refusal {
  return new Refusal(code, message, { fields: { [field]: message } });
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
