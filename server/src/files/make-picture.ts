import { setPriority } from 'node:os';
import sharp from 'sharp';

/** What the process of pictures is sent. */
export interface Upload {
  bytes: Buffer;
  pixelsMax: number;
  /** What is wider or higher is shrunk, while it is read where its kind allows that. */
  sideMax: number;
}

/** What it answers with: the picture as it made it, or why there is none. */
export type Made =
  | { kind: 'png' | 'jpeg' | 'webp'; width: number; height: number; bytes: Buffer }
  | { fault: 'wrongType' | 'tooManyPixels' };

/** What each kind is kept as; of a GIF the first picture stays. */
const keptAs = { png: 'png', gif: 'png', jpeg: 'jpeg', webp: 'webp' } as const;

/** Measures by the head of the file and decodes only what is of a kind and a size that we take. */
async function make({ bytes, pixelsMax, sideMax }: Upload): Promise<Made> {
  const options = { failOn: 'error', pages: 1 } as const;
  const head = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  const kind = keptAs[head.format as keyof typeof keptAs];
  if (!kind) return { fault: 'wrongType' };
  if (head.width * head.height > pixelsMax) return { fault: 'tooManyPixels' };
  const { data, info } = await sharp(bytes, { ...options, limitInputPixels: pixelsMax })
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .toFormat(kind)
    .toBuffer({ resolveWithObject: true });
  return { kind, width: info.width, height: info.height, bytes: data };
}

// Of all that libvips can read, these four are what a stranger's bytes may reach.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}`),
});
sharp.cache(false);
sharp.concurrency(1);
// Whoever signs in meanwhile comes first, but a picture still gets on where cores are short.
setPriority(5);
// The node tells us to stop by hanging up; what a terminal tells all of us is meant for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', async (upload: Upload) => {
  process.send?.(await make(upload).catch((): Made => ({ fault: 'wrongType' })));
});
process.send?.('ready');
