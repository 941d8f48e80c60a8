import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Instant, nameText } from './wire.ts';

/** A key of a game server, as it is listed: the key itself is shown once, when it is made. */
export const ServiceKey = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Instant,
  revokedAt: z.nullable(Instant),
});

export const serviceKeys = {
  list: endpoint({
    name: 'service-keys.list',
    method: 'GET',
    path: '/service-keys',
    about: { kind: 'service-key', id: 'none' },
    summary: 'The keys of game servers, revoked ones too.',
    allow: 'super',
    effect: 'read',
    result: z.array(ServiceKey),
  }),
  add: endpoint({
    name: 'service-keys.add',
    method: 'POST',
    path: '/service-keys',
    about: { kind: 'service-key', id: 'answer._id' },
    summary: 'Makes a key for a game server and shows it this once.',
    allow: 'super',
    effect: 'write',
    stepUp: true,
    successStatus: 201,
    body: z.strictObject({ name: nameText(60) }),
    result: z.extend(ServiceKey, { key: z.string() }),
  }),
  remove: endpoint({
    name: 'service-keys.remove',
    method: 'DELETE',
    path: '/service-keys/{id}',
    about: { kind: 'service-key', id: 'path.id' },
    summary: 'Revokes a key, from the answer on.',
    allow: 'super',
    effect: 'write',
    stepUp: true,
  }),
};
