import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const health = {
  alive: endpoint({
    name: 'health.alive',
    method: 'GET',
    path: '/health',
    about: { kind: 'platform', id: 'none' },
    summary: 'Answers while the node runs.',
    allow: 'public',
    effect: 'read',
    result: z.object({ version: z.string() }),
  }),
  ready: endpoint({
    name: 'health.ready',
    method: 'GET',
    path: '/ready',
    about: { kind: 'platform', id: 'none' },
    summary: 'Answers 200 when the database is migrated and takes changes, else 503.',
    allow: 'public',
    effect: 'read',
    result: z.object({ database: z.literal('ready') }),
  }),
};
