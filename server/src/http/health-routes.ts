import { health } from '@pitboss/contract/health';
import { isOutage } from '../db/database-errors.ts';
import { isMigrated } from '../db/migrate.ts';
import { Refusal } from '../kernel/refusal.ts';
import { publicCall } from './bind.ts';
import type { App } from './route.ts';

export function healthRoutes(app: App, version: string, isStopping: () => boolean): void {
  publicCall(app, health.alive, async () => ({ message: 'Alive', data: { version } }));

  publicCall(app, health.ready, async ({ db }) => {
    if (isStopping())
      throw new Refusal('unavailable', 'The node is stopping.', { isExpected: true });
    const migrated = await isMigrated(db).catch((error: unknown) => {
      throw isOutage(error) ? new Refusal('unavailable', 'The database is away.') : error;
    });
    if (!migrated) throw new Refusal('unavailable', 'The database is not migrated yet.');
    return { message: 'Ready', data: { database: 'ready' as const } };
  });
}
