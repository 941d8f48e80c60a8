import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A PNG of any size in a few kilobytes: one bit a pixel, all of them black. */
export function flood(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND')]);
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/**
 * A WebP of any size in 28 bytes: each of its five codes has one symbol, so that not a bit is left
 * to say for a pixel.
 */
export function flatWebp(side: number): Buffer {
  const file = Buffer.alloc(28);
  file.write('RIFF....WEBPVP8L....\u002f', 'latin1');
  file.writeUInt32LE(20, 4);
  file.writeUInt32LE(8, 16);
  file.writeUInt32LE((side - 1) | ((side - 1) << 14), 21);
  // No transform, no cache, one group of codes, then five codes of four bits each.
  file.writeUIntLE(0b0001_0001_0001_0001_0001_000, 25, 3);
  return file;
}

function draw() {
  const background = { r: 120, g: 90, b: 60 };
  return sharp({ create: { width: 64, height: 48, channels: 3, background } });
}

export const secret = 'SECRET-RIDES-ALONG';

export interface Upload {
  bytes: Buffer;
  name: string;
  type: string;
  /** The statuses that are right. */
  expected: number[];
}

/** What people with bad intentions send as a picture. */
export async function badPictures(): Promise<Record<string, Upload>> {
  // Packed otherwise than anybody would, so that a picture made anew is another file.
  const png = await draw().png({ compressionLevel: 0 }).toBuffer();
  const gif = await draw().gif().toBuffer();
  const exif = { IFD0: { Copyright: secret }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
  const located = await draw().jpeg().withExif(exif).toBuffer();
  const script = `<script>alert("${secret}")</script>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${secret}')"/>`;
  const upload = (expected: number[], bytes: Buffer, name = 'a.png', type = 'image/png') => ({
    bytes,
    name,
    type,
    expected,
  });
  const [taken, kind, large] = [[201], [415], [0, 413]];
  return {
    SVG: upload(kind, Buffer.from(svg), 'a.svg', 'image/svg+xml'),
    'SVG called PNG': upload(kind, Buffer.from(svg)),
    'HTML called PNG': upload(kind, Buffer.from(`<html>${script}`)),
    'a script behind GIF89a': upload([400, 415], Buffer.from(`GIF89a/*${script}*/=1;`), 'a.gif'),
    'a GIF with a script behind it': upload(taken, Buffer.concat([gif, Buffer.from(script)])),
    'a PNG with an archive behind it': upload(
      taken,
      Buffer.concat([png, Buffer.from(`PK${secret}`)]),
    ),
    'a JPEG with a place in it': upload(taken, located, 'a.jpg', 'image/jpeg'),
    'a PNG called HTML': upload(taken, png, 'a.html', 'text/html'),
    'a path for a name': upload(taken, png, '../../../etc/x.png'),
    'a NUL in the name': upload(taken, png, 'a\u0000.html.png'),
    'a name of 5,000': upload([201, 400, 413], png, `${'x'.repeat(5_000)}.png`),
    'half a PNG': upload(kind, png.subarray(0, png.length - 40)),
    'no bytes': upload([400], Buffer.alloc(0)),
    TIFF: upload(kind, await draw().tiff().toBuffer(), 'a.tiff', 'image/tiff'),
    PDF: upload(kind, Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj'), 'a.pdf', 'application/pdf'),
    '30,000 by 30,000 pixels': upload([413], flood(30_000)),
    '65,000 by 65,000 said, none sent': upload([413, 415], flood(65_000).subarray(0, 200)),
    '50 MB': upload(large, Buffer.alloc(50 * 1024 * 1024, 7)),
    '5 MB and a byte': upload(large, Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])),
  };
}
