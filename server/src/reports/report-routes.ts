import { reports } from '@pitboss/contract/reports';
import { read } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { listRoundPl } from './round-pl.ts';
import { getStats } from './stats.ts';

export function reportRoutes(app: App): void {
  read(app, reports.stats, ({ db, actor, body }) =>
    getStats(db, actor, body.currency ?? actor.currency),
  );
  read(app, reports.roundPl, ({ db, actor, body }) => listRoundPl(db, actor, body));
}
