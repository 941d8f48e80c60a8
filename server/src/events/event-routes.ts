import { events } from '@pitboss/contract/events';
import { readImage } from '../files/images.ts';
import { read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { addEvent, type EventImages, listEvents, updateEvent } from './events.ts';

export function eventRoutes(app: App): void {
  read(app, events.list, ({ db }) => listEvents(db, false));

  write(app, events.add, {
    prepare: ({ files }) => readImages(files),
    run: async ({ tx, body }, images) => {
      const { event, change } = await addEvent(tx, body, images);
      return { message: 'Event created successfully', data: event, change };
    },
  });

  write(app, events.update, {
    prepare: ({ files }) => readImages(files),
    run: async ({ tx, params, body }, images) => {
      const { event, change } = await updateEvent(tx, params.id, body, images);
      return { message: 'Event updated successfully', data: event, change };
    },
  });
}

async function readImages(files: Record<string, Buffer>): Promise<EventImages> {
  const { icon, image } = files;
  return {
    ...(icon ? { icon: await readImage(icon, 'icon') } : {}),
    ...(image ? { image: await readImage(image, 'image') } : {}),
  };
}
