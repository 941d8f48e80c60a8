import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { blankable, text } from './wire.ts';

export const maintenance = {
  get: endpoint({
    name: 'maintenance.get',
    method: 'GET',
    path: '/maintenance/Aviator',
    about: { kind: 'game', id: 'none' },
    summary: 'Whether the game is under maintenance; null while nobody has said.',
    allow: 'operators',
    effect: 'read',
    result: z.object({ isMaintenance: z.optional(z.nullable(z.boolean())) }),
  }),
  set: endpoint({
    name: 'maintenance.set',
    method: 'PATCH',
    path: '/maintenance/Aviator',
    about: { kind: 'game', id: 'none' },
    summary: 'Switches maintenance on or off.',
    allow: 'super',
    effect: 'write',
    body: z.strictObject({
      isMaintenance: z.boolean('Must be true or false.'),
      /** For the record. */
      reason: blankable(text(500)),
    }),
    result: z.optional(z.object({ isMaintenance: z.boolean() })),
  }),
};
