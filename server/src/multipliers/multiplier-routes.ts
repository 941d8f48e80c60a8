import { multipliers } from '@pitboss/contract/multipliers';
import { read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { addBand, getMultiplierTable, listBands, removeBand } from './multipliers.ts';

export function multiplierRoutes(app: App): void {
  const { rtpLimitMillionths } = app;

  read(app, multipliers.list, ({ db }) => listBands(db));

  read(app, multipliers.table, async ({ db }) => {
    const { version, hash, createdAt } = await getMultiplierTable(db);
    return { version, hash, createdAt, rtpLimit: rtpLimitMillionths };
  });

  write(app, multipliers.add, async ({ tx, actor, body }) => {
    const { band, change } = await addBand(tx, actor, body, rtpLimitMillionths);
    return { message: 'Multiplier added.', data: band, change };
  });

  write(app, multipliers.remove, async ({ tx, actor, params }) => ({
    message: 'Multiplier deleted.',
    change: await removeBand(tx, actor, params.id),
  }));
}
