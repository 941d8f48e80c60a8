import sharp from 'sharp';
import { inTransaction } from '../db/transaction.ts';
import { addEvent } from '../events/events.ts';
import { readImage } from '../files/images.ts';
import type { TestApp } from './test-app.ts';

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff';

const made = new Map<string, Promise<Buffer>>();

/** A small picture of its own colour, in the format asked for. */
export function makePicture(format: Format = 'png', red = 120): Promise<Buffer> {
  const key = `${format} ${red}`;
  const picture = made.get(key) ?? draw(format, red);
  made.set(key, picture);
  return picture;
}

function draw(format: Format, red: number): Promise<Buffer> {
  const create = {
    width: 40,
    height: 30,
    channels: 3,
    background: { r: red, g: 90, b: 60 },
  } as const;
  return sharp({ create }).toFormat(format).toBuffer();
}

/** An event with an icon, made by the platform's own verb. */
export async function makeEvent(
  app: TestApp,
  event: { eventId: string; eventName: string; link: string },
): Promise<bigint> {
  const icon = await readImage(await makePicture(), 'icon');
  const whole = { ...event, sequence: 1, isMaintenance: false };
  const added = await inTransaction(app.db, (tx) => addEvent(tx, whole, { icon }));
  return added.event._id;
}
