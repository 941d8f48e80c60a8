import { health } from '@pitboss/contract/health';
import type { FastifyRequest } from 'fastify';
import { isMigrated } from '../db/migrate.ts';
import { tryToWrite } from '../db/try-to-write.ts';
import { Refusal } from '../kernel/refusal.ts';
import { publicCall } from './bind.ts';
import { findCaller, readCredentials } from './caller.ts';
import { decodeInput, encodeAnswer } from './codec.ts';
import { makeReadiness } from './readiness.ts';
import { type App, appFor, route } from './route.ts';

export function healthRoutes(whole: App, version: string, isStopping: () => boolean): void {
  publicCall(whole, health.alive, async () => ({ message: 'Alive', data: { version } }));

  const app = appFor(whole, health.ready);
  const { db } = app;
  const read = async () => {
    if (await isMigrated(db)) return;
    throw new Refusal('unavailable', 'The database is not migrated yet.');
  };
  const findTrouble = makeReadiness({ read, write: () => tryToWrite(db) }, app.http.log);

  route(app, health.ready, async (request) => {
    await decodeInput(health.ready, request);
    if (isStopping()) {
      throw new Refusal('unavailable', 'The node is stopping.', { isExpected: true });
    }
    const trouble = await findTrouble();
    if (!trouble) return encodeAnswer(health.ready, 'Ready', { database: 'ready' });
    // The log has it already, once and not as often as somebody asks.
    const details = { retryAfterSeconds: 2, isExpected: true };
    const fields = (await isSuper(app, request)) ? { reason: trouble.reason } : undefined;
    throw new Refusal('unavailable', trouble.message, fields ? { ...details, fields } : details);
  });
}

/** As far as the database can still tell. */
async function isSuper(app: App, request: FastifyRequest): Promise<boolean> {
  if (!request.headers.authorization) return false;
  const credentials = { ...readCredentials(request), isBackground: true };
  const found = await findCaller(app, health.ready, request, credentials).catch(() => undefined);
  return !found?.refusal && found?.actor?.role === 'SUPER';
}
