import { playReports } from '@pitboss/contract/play-reports';
import { reports } from '@pitboss/contract/reports';
import { read } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { listByClient } from './by-client.ts';
import { sumByOperator } from './by-operator.ts';
import { sumByVersion } from './by-version.ts';
import type { PlayMemory } from './play-memory.ts';
import { listRoundPl } from './round-pl.ts';
import { getStats } from './stats.ts';

export function reportRoutes(app: App, memory: PlayMemory): void {
  read(app, reports.stats, ({ db, actor, body }) =>
    getStats(db, actor, body.currency ?? actor.currency),
  );
  read(app, reports.roundPl, ({ db, actor, body }) => listRoundPl(db, actor, body));
  read(app, playReports.byClient, ({ db, actor, body }) => listByClient(db, actor, body));
  read(app, playReports.byOperator, ({ db, actor, body }) =>
    sumByOperator(db, actor, body, memory),
  );
  read(app, playReports.byVersion, async ({ db, actor, body }) => {
    const { currency = actor.currency, ...span } = body;
    return { currency, rows: await sumByVersion(db, actor, currency, span) };
  });
}
