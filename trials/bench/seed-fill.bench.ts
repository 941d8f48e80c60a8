import { runCommand } from '@pitboss/testkit/run-command';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import { openBareLedger } from './bare-ledger.ts';
import { type DatabaseServer, withServer } from './database-server.ts';
import { type Figure, inTurn, shareFigures } from './figure.ts';
import type { Release } from './release.ts';
import { batch, crashHundredths, sampleBets } from './sample-bets.ts';

const slots = 5;
const betsInSlot = 20_000;
const clients = 5_000;
/** How it follows from the release before stands in `RESULTS.md`. */
const goal = 0.4;

interface Side {
  perSecond: number[];
  fill: () => Promise<number>;
}

/**
 * `npm run seed` as its own story tells it: bets a second, placed and settled in rounds of 5,000 of
 * 5,000 clients, against the bare ledger doing as many.
 */
export function seedFill(releases: Release[]): Promise<Figure[]> {
  return withServer(async (server) => {
    const sides: Side[] = [];
    for (const release of releases) {
      const url = await server.newDatabase('seed');
      sides.push({ perSecond: [], fill: () => seed(server, url, release) });
    }
    const clientIds = Array.from({ length: clients }, (_, index) => BigInt(index + 1));
    const bare = await openBareLedger(server, clientIds);
    const playBare = async () => {
      let ms = 0;
      for (let done = 0; done < betsInSlot; done += batch.bets) {
        const { placeMs, settleMs } = await bare.play(sampleBets(clientIds, ''), crashHundredths);
        ms += placeMs + settleMs;
      }
      return (betsInSlot / ms) * 1000;
    };
    const anchor: Side = { perSecond: [], fill: playBare };
    // The first time people are made, who play on in all others.
    for (let slot = -1; slot < slots; slot++) {
      for (const { perSecond, fill } of inTurn([...sides, anchor], slot)) {
        const measured = await fill();
        if (slot >= 0) perSecond.push(measured);
      }
    }
    await bare.close();
    const taken = releases.map((release, index) => ({
      release,
      perSecond: sides[index]?.perSecond ?? [],
      anchor: anchor.perSecond,
    }));
    return shareFigures('seed-fill', taken, 'of the bare ledger', goal);
  });
}

async function seed(server: DatabaseServer, url: string, release: Release): Promise<number> {
  const env = {
    ...server.nodeSettings(url),
    DEMO: 'off',
    SUPER_USERNAME: superSignIn.username,
    SUPER_PASSWORD: superSignIn.password,
  };
  const args = ['--bets', String(betsInSlot)];
  const { code, output } = await runCommand('seed', args, env, release.folder);
  const told = [...output.matchAll(/ ([\d,]{1,12}) a second/g)].at(-1)?.[1];
  if (code !== 0 || !told) throw new Error(`The seed of ${release.folder}: ${output.trim()}`);
  return Number(told.replaceAll(',', ''));
}
