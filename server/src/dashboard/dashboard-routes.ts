import { dashboard } from '@pitboss/contract/dashboard';
import { LRUCache } from 'lru-cache';
import { read, readNow } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import type { PlayMemory } from '../reports/play-memory.ts';
import { assertSpans, findScope } from '../reports/play-scope.ts';
import { sumPlay } from '../reports/sum-play.ts';
import { findToDo } from './to-do.ts';
import { type Floors, findWho } from './who.ts';

export function dashboardRoutes(app: App, memory: PlayMemory): void {
  read(app, dashboard.play, async ({ db, actor, body }) => {
    assertSpans('spans', body.spans);
    const scope = await findScope(db, actor, body);
    return { currency: scope.currency, spans: await sumPlay(db, scope, body.spans, memory) };
  });
  // A replica knows neither the archive nor the standbys.
  readNow(app, dashboard.toDo, ({ db, actor }) => findToDo(db, actor));
  const floors: Floors = new LRUCache({ max: 10_000 });
  read(app, dashboard.who, ({ db, actor, body }) => findWho(db, actor, body, { memory, floors }));
}
