import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monthBefore } from '@pitboss/server/admin/archive-bets';
import { demoSignIns } from '@pitboss/server/demo/people';
import { askDatabase } from '@pitboss/testkit/database-stage';
import { must } from '@pitboss/testkit/http-client';
import { addPerson, signIn } from '@pitboss/testkit/people-by-call';
import { mustRun } from '@pitboss/testkit/run-command';
import { password } from '@pitboss/testkit/super-sign-in';
import { moveBack, moveToFolder } from './move-steps.ts';
import { isIn, type MakeStep, notNow, restarted, unless, unnoticed } from './step.ts';
import type { World } from './world.ts';

const doctor: MakeStep = async ({ place }) => {
  const backups = join(place.folder, 'backups');
  mkdirSync(backups);
  writeFileSync(join(backups, 'tonight.dump'), 'whole');
  return {
    words: ['doctor', '--backups', backups],
    allowed: unnoticed,
    after: async (said) => unless(said.includes('Nothing is wrong.'), said),
  };
};

const resetPassword: MakeStep = async (world) => ({
  words: ['reset-password', 'admin3'],
  allowed: unnoticed,
  after: async (said) => {
    const [, made = ''] = /is now: (\S+)/.exec(said) ?? [];
    return unless(await isIn(world, 'admin3', made), 'the new password lets nobody in');
  },
});

const unlock: MakeStep = async (world) => {
  const [, , { username, password: known }] = demoSignIns;
  const url = await world.ownerUrl();
  await askDatabase(url, "update users set status = 'locked' where username = $1", [username]);
  if (await isIn(world, username, known)) throw new Error('A locked account signed in.');
  return {
    words: ['unlock', username, '--reason', 'Known by voice'],
    allowed: unnoticed,
    after: async () => unless(await isIn(world, username, known), 'it is locked still'),
  };
};

const resetSecondFactor: MakeStep = async (world) => {
  const root = await signIn(world.address, demoSignIns[0]);
  const username = 'real.desk';
  const id = await addPerson(world.address, root, { username, role: 'ADMIN' });
  await askDatabase(
    await world.ownerUrl(),
    `insert into second_factors (user_id, secret, is_sealed, confirmed_at)
     values ($1, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', false, now())`,
    [id],
  );
  if (await isIn(world, username, password)) throw new Error('No code was asked for.');
  return {
    words: ['reset-second-factor', username, 'Lost the phone'],
    allowed: unnoticed,
    after: async () => unless(await isIn(world, username, password), 'a code is asked for still'),
  };
};

const retention: MakeStep = async () => ({ words: ['retention'], allowed: unnoticed });

const retentionApply: MakeStep = async () => ({
  words: ['retention', '--apply'],
  more: { RETAIN_SESSIONS_DAYS: '1', RETAIN_NOTIFICATIONS_DAYS: '1', RETAIN_KEYS_DAYS: '2' },
  allowed: unnoticed,
});

/** The demo's days reach into the month before this one. */
const archive: MakeStep = async (world) => ({
  words: ['retention', '--archive', monthBefore(new Date(), 1)],
  allowed: unnoticed,
  after: async () => {
    const text = 'select count(*)::int as count from archive.bets';
    const { rows } = await askDatabase(await world.ownerUrl(), text);
    return unless(rows[0].count > 0, 'nothing was archived');
  },
});

/** Whoever played most below an operator of the demo; nobody may be erased that has money. */
const erase: MakeStep = async (world) => {
  const [, operator] = demoSignIns;
  const url = await world.ownerUrl();
  const { rows } = await askDatabase(
    url,
    `select u.id, u.username, count(*)::int as bets from users u
     join users o on o.id = u.parent_id and o.username = $1 join bets b on b.user_id = u.id
     where u.deleted_at is null group by u.id order by bets desc limit 1`,
    [operator.username],
  );
  const { id, username } = rows[0] as { id: string; username: string };
  const { address } = world;
  const token = await signIn(address, operator);
  const body = { status: 'locked', reason: 'Asked to be erased' };
  await must(address, { path: `/api/clients/${id}/status`, token, body });
  const open = 'select from bets where user_id = $1 and type = $2';
  while ((await askDatabase(url, open, [id, 'unsettled'])).rowCount) await sleep(250);
  const pending = "select id from cash_requests where user_id = $1 and status = 'pending'";
  for (const request of (await askDatabase(url, pending, [id])).rows) {
    const decided = { reqId: request.id, status: 'failed' };
    await must(address, { path: '/api/banking/users/request/dw/update', token, body: decided });
  }
  const held = "select balance_minor from accounts where user_id = $1 and kind = 'wallet'";
  const [wallet] = (await askDatabase(url, held, [id])).rows;
  const amount = Number(wallet?.balance_minor ?? 0) / 100;
  const withdraw = `/api/transactions/withdraw/${id}`;
  if (amount > 0) await must(address, { path: withdraw, token, body: { amount } });
  return {
    words: ['erase', username],
    allowed: unnoticed,
    after: async () => {
      const found = await askDatabase(url, 'select username, name from users where id = $1', [id]);
      const named = await askDatabase(
        url,
        'select from audit_events where actor_name = $1 or message like $2',
        [username, `%${username} %`],
      );
      return [
        ...unless(found.rows[0].username === `erased-${id}`, `${username} is called so still`),
        ...unless(named.rowCount === 0, `${named.rowCount} events name ${username}`),
      ];
    },
  };
};

const rotate: MakeStep = async (world) => ({
  words: ['rotate-database-passwords'],
  allowed: notNow,
  allowedAfter: restarted,
  after: async (said) => {
    const found = [...said.matchAll(/^(DATABASE_(?:OWNER_)?URL)=(\S+)$/gm)];
    const renewed = Object.fromEntries(found.map(([, name, value]) => [name, value]));
    const wrong = unless(found.length === 2, `no new settings: ${said}`);
    const old = await world.ownerUrl();
    await world.restart({ ...world.settings, ...renewed });
    const isOpen = await askDatabase(old, 'select').then(
      () => true,
      () => false,
    );
    return [...wrong, ...unless(!isOpen, 'the old password lets in still')];
  },
});

const removeDemo: MakeStep = async (world) => ({
  words: ['remove-demo'],
  allowed: unnoticed,
  allowedAfter: restarted,
  after: async (said) => {
    const [, made = ''] = /new password of super is (\S+) /.exec(said) ?? [];
    const own = { SUPER_USERNAME: 'super', SUPER_PASSWORD: made };
    await world.restart({ ...world.settings, ...own, DEMO: 'off' });
    const known = demoSignIns.map(({ username, password: one }) => isIn(world, username, one));
    return [
      ...unless(await isIn(world, 'super', made), 'the new password of SUPER lets nobody in'),
      ...unless(!(await Promise.all(known)).includes(true), "the demo's passwords let in still"),
    ];
  },
});

/** Every verb of the command; the demo leaves last, for the others are tried on it. */
export const steps: Record<string, MakeStep> = {
  doctor,
  'reset-password': resetPassword,
  unlock,
  'reset-second-factor': resetSecondFactor,
  retention,
  'retention-apply': retentionApply,
  archive,
  erase,
  'rotate-database-passwords': rotate,
  'move-to-folder': moveToFolder,
  'move-to-server': moveBack,
  'remove-demo': removeDemo,
};

/** Money of the treasury's own, for people who are no part of the demo. */
export async function issueMoney(world: World): Promise<void> {
  await mustRun('treasury', ['issue', 'USD', '1000000'], world.settings);
}
