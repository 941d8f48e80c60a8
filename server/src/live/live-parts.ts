import { LiveNow } from '@pitboss/contract/live';
import type * as z from 'zod/mini';
import { encoded } from '../kernel/compiled.ts';
import type { Look, Share } from './look.ts';

/** The parts of a message that stand for themselves: one that changes is sent as a whole. */
const partNames = ['round', 'isMaintenance', 'play', 'pending', 'wallets', 'unread'] as const;
type PartName = (typeof partNames)[number];
type PartValues = Pick<LiveNow, PartName>;

interface Part {
  /** As it was read, to see by whether it has changed. */
  known: string;
  /** As it is sent. */
  text: string;
  version: number;
}

/** What one operator is shown, in the words of the wire, and when each part changed last. */
export interface Parts {
  version: number;
  byName: Map<PartName, Part>;
}

export function makeParts(): Parts {
  return { version: 0, byName: new Map() };
}

export function valuesOf(look: Look, share: Share, unread: number): PartValues {
  const { round, isMaintenance } = look;
  return { round, isMaintenance, ...share, unread };
}

/** Takes over what has changed. Encoding costs more than comparing. */
export function renew(parts: Parts, values: PartValues): void {
  const version = parts.version + 1;
  for (const name of partNames) {
    const known = JSON.stringify(values[name], asText);
    if (parts.byName.get(name)?.known === known) continue;
    parts.version = version;
    parts.byName.set(name, { known, text: encode(name, values[name]), version });
  }
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** Writes a field of a message by the contract. */
export function encode<Name extends keyof LiveNow>(name: Name, value: LiveNow[Name]): string {
  const schema: z.ZodMiniType = LiveNow.shape[name];
  return JSON.stringify(encoded(schema, value));
}

/** Whether the round has taken a step since the reader was told. */
export function hasRoundMoved({ byName }: Parts, version: number): boolean {
  return (byName.get('round')?.version ?? 0) > version;
}

interface Message {
  at: Date;
  /** What the reader has had: it is sent what has changed since. */
  version: number;
  /** In the words of the wire. */
  notifications: string[];
  /** With new notifications, and at first: who comes again shows it. */
  cursor?: string | undefined;
}

/** One message of the stream; nothing where the reader has it all. */
export function messageOf(parts: Parts, message: Message): string | undefined {
  const { at, version, notifications, cursor } = message;
  const fields = [...parts.byName]
    .filter(([, part]) => part.version > version)
    .map(([name, { text }]) => `"${name}":${text}`);
  if (notifications.length > 0) fields.push(`"notifications":[${notifications.join()}]`);
  if (fields.length === 0) return undefined;
  fields.unshift(`"at":${encode('at', at)}`);
  if (cursor === undefined) return `data: {${fields.join()}}\n\n`;
  return `id: ${cursor}\ndata: {${fields.join()},"cursor":"${cursor}"}\n\n`;
}
