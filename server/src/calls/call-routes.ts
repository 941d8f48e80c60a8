import { calls } from '@pitboss/contract/calls';
import { write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { settleKey } from './settle-key.ts';

export function callRoutes(app: App): void {
  write(app, calls.outcome, async ({ tx, actor, body: { key } }) => {
    const data = await settleKey(tx, actor, key);
    const { outcome } = data;
    return {
      message: outcome === 'done' ? 'It was done.' : 'It was not done, and will not be.',
      data,
      change: { kind: 'user', id: actor.id, after: { key, outcome } },
    };
  });
}
