import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Tx } from '../db/database.ts';
import { Refusal, type RefusalCode } from '../kernel/refusal.ts';

export const imageBytesMax = 5 * 1024 * 1024;
const pixelsMax = 40_000_000;

/** A picture as we made it anew: its own bytes, and nothing that rode along with the upload. */
export interface Image {
  hash: Buffer;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  bytes: Buffer;
}

/** What each kind is kept as; of a GIF the first picture stays. */
const keptAs = { png: 'png', gif: 'png', jpeg: 'jpeg', webp: 'webp' } as const;

/**
 * Decides by content, never by name: decodes the upload and encodes it anew, so that neither a
 * second file behind the picture nor its EXIF survives. `field` is told what was wrong.
 */
export async function readImage(upload: Buffer, field: string): Promise<Image> {
  if (upload.length === 0) throw refused('invalid', field, 'The file is empty.');
  const source = sharp(upload, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 });
  const format = await source.metadata().then(
    ({ format: name }) => keptAs[name as keyof typeof keptAs],
    (error: Error) => {
      throw notAnImage(error, field);
    },
  );
  if (!format) throw notAnImage(undefined, field);
  const { data: bytes, info } = await source
    .rotate()
    .toFormat(format)
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw notAnImage(error, field);
    });
  const { width, height } = info;
  return { hash: sha256(bytes), type: `image/${format}`, width, height, bytes };
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

function notAnImage(error: Error | undefined, field: string): Refusal {
  if (error?.message.includes('exceeds pixel limit')) {
    return refused('tooLarge', field, 'A picture may have at most 40 megapixels.');
  }
  return refused('wrongType', field, 'Send a PNG, JPEG, WebP or GIF picture.');
}

function refused(code: RefusalCode, field: string, message: string): Refusal {
  return new Refusal(code, message, { fields: { [field]: message } });
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
