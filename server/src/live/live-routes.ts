import { live } from '@pitboss/contract/live';
import type { Db } from '../db/database.ts';
import { type Credentials, findGone } from '../http/caller.ts';
import { follow } from '../http/follow.ts';
import type { App } from '../http/route.ts';
import { Refusal } from '../kernel/refusal.ts';
import { makeLiveHub } from './live-hub.ts';
import { lookFor } from './look-for.ts';

interface Beside {
  /** Connections that no call waits for. */
  db: Db;
  isStopping: () => boolean;
}

export function liveRoutes(app: App, { db, isStopping }: Beside): void {
  const hub = makeLiveHub<Credentials>({
    db,
    isStopping,
    findGone: (callers) => findGone({ db, limits: app.limits }, live.now, callers),
    onError: (error) => app.http.log.warn({ err: error }, 'live panels'),
  });
  app.http.addHook('preClose', async () => hub.close());

  follow(app, live.now, {
    read: ({ db, actor, body }) => lookFor(db, actor, body.since),
    open: ({ actor, body, lastEventId }, credentials, sink) => {
      if (isStopping()) throw stopping();
      const { id, currency, sessionId } = actor;
      const since = body.since ?? lastEventId;
      return hub.open({ id, currency }, { credentials, sessionId, since, sink });
    },
  });
}

function stopping(): Refusal {
  return new Refusal('unavailable', 'The platform is stopping. Please try again.', {
    retryAfterSeconds: 2,
  });
}
