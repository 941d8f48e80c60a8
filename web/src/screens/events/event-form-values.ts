import type { BodyOf } from '@pitboss/contract/endpoint';
import { events, type Event as GameEvent } from '@pitboss/contract/events';
import * as z from 'zod/mini';
import { fieldProblem } from '#src/lib/field-problem.ts';

export interface EventFormValues {
  eventId: string;
  eventName: string;
  sequence: string;
  link: string;
  icon: File | null;
  image: File | null;
  isMaintenance: 'true' | 'false';
  isActive: 'true' | 'false';
}

export function eventValues(event?: GameEvent): EventFormValues {
  return {
    eventId: event?.eventId ?? '',
    eventName: event?.eventName ?? '',
    sequence: String(event?.sequence ?? 1),
    link: event?.link ?? '',
    icon: null,
    image: null,
    isMaintenance: event?.isMaintenance ? 'true' : 'false',
    isActive: (event?.isActive ?? true) ? 'true' : 'false',
  };
}

const { eventId, eventName, sequence, link } = events.update.body.shape;

export const eventRules = {
  eventId: (text: string) => fieldProblem(eventId, text.trim()),
  eventName: (text: string) => fieldProblem(eventName, text.trim()),
  sequence: (text: string) => fieldProblem(sequence, text.trim()),
  link: (text: string) => fieldProblem(link, text.trim()),
  icon: pictureProblem,
  image: pictureProblem,
};

/** What the server takes, told before anything is sent. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const pictureBytesMax = 5 * 1024 * 1024;

function pictureProblem(file: File | null): string | null {
  if (!file) return null;
  if (!pictureTypes.includes(file.type)) return 'Send a PNG, JPEG, WebP or GIF picture.';
  if (file.size === 0) return 'The file is empty.';
  return file.size > pictureBytesMax ? 'A file may have at most 5 MB.' : null;
}

export function changedEventOf(values: EventFormValues): BodyOf<typeof events.update> {
  return z.decode(events.update.body, { ...newFields(values), isActive: values.isActive });
}

/** A new event is active; that can be changed only when editing. */
export function newEventOf(values: EventFormValues): BodyOf<typeof events.add> {
  return z.decode(events.add.body, newFields(values));
}

function newFields(values: EventFormValues) {
  return {
    eventId: values.eventId.trim(),
    eventName: values.eventName.trim(),
    sequence: values.sequence.trim(),
    link: values.link.trim(),
    isMaintenance: values.isMaintenance,
  };
}

export function filesOf({ icon, image }: EventFormValues): Record<string, File> {
  return { ...(icon ? { icon } : {}), ...(image ? { image } : {}) };
}
