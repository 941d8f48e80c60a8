import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { askDatabase } from '@pitboss/testkit/database-stage';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbedded } from '../embedded/embedded.ts';
import { embeddedHome } from '../embedded/home.ts';
import { readPasswords } from '../embedded/passwords.ts';
import { rotatePasswords } from '../embedded/rotate-passwords.ts';
import { runningEmbedded } from '../embedded/running.ts';
import {
  type BackupStage,
  backUp,
  backupStage,
  keepDepositing,
  restore,
} from '../test/backup-stage.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let stage: BackupStage;

beforeAll(async () => {
  stage = await backupStage();
});

afterAll(() => stage.close());

/** As the superuser that the files name now. */
async function asSuperuser(statement: string) {
  const url = new URL((await runningEmbedded(stage.dataDir)) ?? '');
  url.username = 'postgres';
  url.password = readPasswords(embeddedHome(stage.dataDir).folder).superuser;
  return askDatabase(url.href, statement);
}

test('an archive that holds a change of the passwords is restored, with those of the backup', async () => {
  await backUp(stage, 'before');
  const load = keepDepositing(stage, 1);
  await load.more(20);
  await load.stop();
  await rotatePasswords(stage.dataDir);
  const { rows } = await asSuperuser('select pg_walfile_name(pg_switch_wal()) as name');
  const [system = ''] = readdirSync(stage.archive);
  const path = join(stage.archive, system, `${rows[0].name}.gz`);
  await vi.waitUntil(() => existsSync(path), { timeout: 120_000, interval: 50 });
  const order = { from: 'before', to: 'after-data', archive: stage.archive };
  const { faults, lost } = await restore(stage, order, load.acknowledged);
  expect([faults, lost]).toEqual([[], 0]);
  const again = await startEmbedded({ dataDir: join(stage.folder, 'after-data') });
  await askDatabase(again.url, 'select 1');
  await again.stop();
  // The stage itself was opened with the one password of before.
  const { password } = new URL(stage.app.url);
  const roles = ['pitboss', 'pitboss_node', 'postgres'];
  const changes = roles.map((role) => `alter role ${role} password '${password}'`);
  await asSuperuser(changes.join('; '));
});
