import { join } from 'node:path';
import { askDatabase } from '@pitboss/testkit/database-stage';
import { tryAsk } from '@pitboss/testkit/http-client';
import { password } from '@pitboss/testkit/super-sign-in';
import { digestOf } from './rows.ts';
import { type MakeStep, notNow, restarted, unless } from './step.ts';
import { newDatabase, type World } from './world.ts';

/** The ledger that is left behind, held, is the one that is there. */
async function compare(from: string, to: string): Promise<string[]> {
  return unless((await digestOf(from)) === (await digestOf(to)), 'the ledgers differ');
}

/** The proxy gives them nothing, but nodes that are left behind still read, and refuse changes. */
async function lookHeld({ nodeAddress, boss: token }: World): Promise<string[]> {
  const read = await tryAsk(nodeAddress(), { path: '/api/users/get', token, body: {} });
  const body = { username: 'real.late', name: 'Late', password, role: 'USER' };
  const made = await tryAsk(nodeAddress(), { path: '/api/users/create', token, body });
  return [
    ...unless(read.status === 200, `a read is answered ${read.status}`),
    ...unless(made.status === 503, `a change is answered ${made.status}`),
  ];
}

export const moveToFolder: MakeStep = async (world) => {
  const folder = join(world.place.folder, 'moved');
  const from = await world.ownerUrl();
  return {
    words: ['move-to', folder],
    allowed: notNow,
    allowedAfter: restarted,
    after: async () => {
      const wrong = await lookHeld(world);
      await world.stopNodes();
      await world.restart({ DATA_DIR: folder, DEMO: 'on' }, 1);
      const there = await askDatabase(await world.ownerUrl(), 'select max(id) from transfers');
      const here = await askDatabase(from, 'select max(id) from transfers');
      const isThere = Number(there.rows[0].max) >= Number(here.rows[0].max);
      return [...wrong, ...unless(isThere, 'it is behind')];
    },
  };
};

export const moveBack: MakeStep = async (world) => {
  const there = await newDatabase(world, 'moved_back', world.home);
  return {
    words: ['move-to', there.DATABASE_OWNER_URL ?? ''],
    allowed: notNow,
    allowedAfter: restarted,
    after: async () => {
      const target = there.DATABASE_OWNER_URL ?? '';
      const wrong = [
        ...(await lookHeld(world)),
        ...(await compare(await world.ownerUrl(), target)),
      ];
      await world.stopNodes();
      await world.restart(there);
      return wrong;
    },
  };
};
