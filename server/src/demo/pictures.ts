import { type Image, readImage } from '../files/images.ts';

/** The demo's dozen, told apart by colour and figures; one after the other, as they are decoded. */
export async function receiptPictures(): Promise<Image[]> {
  const receipts: Image[] = [];
  for (let index = 0; index < 12; index++) receipts.push(await receiptPicture(index));
  return receipts;
}

/** A receipt as a phone would show it. */
export async function receiptPicture(index: number): Promise<Image> {
  const hue = (index * 47) % 360;
  const lines = Array.from({ length: 6 }, (_, line) => {
    const width = 70 + ((index * 37 + line * 53) % 90);
    return `<rect x="40" y="${250 + line * 46}" width="100" height="12" rx="6" fill="#c3cad4"/>
      <rect x="${320 - width}" y="${250 + line * 46}" width="${width}" height="12" rx="6"
        fill="#5b6675"/>`;
  });
  return picture(`<svg xmlns="http://www.w3.org/2000/svg" width="360" height="600">
    <rect width="360" height="600" fill="#f4f6f8"/>
    <rect x="20" y="24" width="320" height="552" rx="16" fill="#ffffff"/>
    <circle cx="180" cy="96" r="34" fill="hsl(${hue} 55% 42%)"/>
    <path d="M164 96l12 12 22-24" stroke="#fff" stroke-width="6" fill="none"/>
    <text x="180" y="176" font-family="sans-serif" font-size="20" fill="#27303b"
      text-anchor="middle">Payment successful</text>
    <text x="180" y="212" font-family="sans-serif" font-size="15" fill="#5b6675"
      text-anchor="middle">Reference ${700_000 + index * 1_373}</text>
    ${lines.join('')}
  </svg>`);
}

export async function eventPicture(index: number, width: number, height: number): Promise<Image> {
  const hue = 160 + index * 55;
  return picture(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
      viewBox="0 0 400 200" preserveAspectRatio="xMidYMid slice">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 60% 28%)"/>
      <stop offset="1" stop-color="hsl(${hue + 40} 70% 55%)"/></linearGradient></defs>
    <rect width="400" height="200" fill="url(#g)"/>
    <path d="M0 190C150 185 260 140 340 30" stroke="#fff" stroke-width="6" fill="none"
      opacity=".85"/>
    <circle cx="340" cy="30" r="12" fill="#fff"/>
  </svg>`);
}

/** Through the same door as every upload. A node without the demo draws nothing: no sharp in it. */
async function picture(svg: string): Promise<Image> {
  const { default: sharp } = await import('sharp');
  return readImage(await sharp(Buffer.from(svg)).png().toBuffer(), 'picture');
}
