import assert from 'node:assert/strict';
import { multipliers } from '@pitboss/contract/multipliers';
import { builtInUnder } from '@pitboss/engine/band';
import { returnProblems } from '@pitboss/engine/return-problems';
import { readNow, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { addBand, listBands, removeBand, takeVersion } from './draft.ts';
import { getDraftState, nextRound, publishDraft } from './publish-draft.ts';
import { drawnFrom, getMultiplierTable } from './tables.ts';
import { getInPlay, listVersions } from './versions.ts';

export function multiplierRoutes(app: App): void {
  const { rtp } = app;

  readNow(app, multipliers.list, ({ db }) => listBands(db));

  readNow(app, multipliers.table, async ({ db }) => {
    const inPlay = await getInPlay(db);
    assert(inPlay, 'The built-in table is the first version.');
    return {
      inPlay,
      problems: returnProblems(drawnFrom(await getMultiplierTable(db)), rtp),
      nextRound: await nextRound(db),
      draft: await getDraftState(db, rtp),
      rtpLimit: rtp.limitMillionths,
      rtpFloor: rtp.floorMillionths,
      builtIn: builtInUnder(rtp.limitMillionths).returnMillionths,
    };
  });

  write(app, multipliers.add, async ({ tx, actor, body }) => {
    const { band, change } = await addBand(tx, actor, body);
    return { message: 'Multiplier added.', data: band, change };
  });

  write(app, multipliers.remove, async ({ tx, actor, params }) => ({
    message: 'Multiplier deleted.',
    change: await removeBand(tx, actor, params.id),
  }));

  write(app, multipliers.publish, async ({ tx, actor, body }) => {
    const { version, fromRound, change } = await publishDraft(tx, actor, body, rtp);
    const message = `Version ${version} is published. It counts from round ${fromRound}.`;
    return { message, data: { version, fromRound }, change };
  });

  readNow(app, multipliers.versions, ({ db, body }) => listVersions(db, body));

  write(app, multipliers.takeVersion, async ({ tx, actor, params }) => ({
    message: `The draft is a copy of version ${params.id}.`,
    change: await takeVersion(tx, actor, params.id),
  }));
}
