import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@pitboss/server/db/database';
import { addCrowd, type Crowd } from '@pitboss/testkit/crowd';
import { askDatabase } from '@pitboss/testkit/database-stage';
import { freePort } from '@pitboss/testkit/free-port';
import { type NodeProcess, newNode, startNode } from '@pitboss/testkit/node-process';
import { type Server, startPrimary, startReplica } from '../cluster/database.ts';
import { openPlace, ownedPath, type Place, stopAll } from '../cluster/place.ts';
import { ensurePrograms } from '../cluster/programs.ts';

/** A platform that anything can happen to, watched by Prometheus at the ports of its figures. */
export interface AlertStage {
  primary: Server;
  replica: Server;
  /** Serves, with few connections; a second one that is there to go away, and one with rounds. */
  node: NodeProcess;
  second: NodeProcess;
  withRounds: NodeProcess;
  crowd: Crowd;
  ports: number[];
  /** As the administrator of the primary. */
  ask(text: string): Promise<unknown>;
  /** The clocks of both servers go on by so much at once. */
  passMinutes(minutes: number): Promise<void>;
  /** Whether the log can be archived. */
  letArchive(works: boolean): void;
  /** Where a node of its own has its data, on a disk with little room; none where we may not. */
  disk: string | undefined;
  close(): Promise<void>;
}

/** Debian's package faketime; without it the clocks cannot be set. */
export function findClockLibrary(): string | undefined {
  return readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/faketime/libfaketime.so.1`)
    .find((path) => existsSync(path));
}

const diskMb = 1_400;

export async function openAlertStage(library: string): Promise<AlertStage> {
  const { postgres } = await ensurePrograms();
  const place = await openPlace(undefined);
  const clock = setClock(place, library);
  const works = join(place.folder, 'archive-works');
  const settings = { archive_mode: 'on', archive_command: `test -f ${works}` };
  const letArchive = (does: boolean) => (does ? writeFileSync(works, '') : rmSync(works));
  letArchive(true);
  const primary = await startPrimary(place, postgres, { settings, env: clock.env });
  const replica = await startReplica(place, postgres, primary, { env: clock.env });
  const adminUrl = new URL(primary.ownerUrl);
  adminUrl.username = 'postgres';
  const ports = await Promise.all([1, 2, 3].map(() => freePort()));
  const [one, two, three] = ports.map((port) => ({ METRICS_PORT: String(port) }));
  const few = { DATABASE_REPLICA_URL: replica.url, DATABASE_CONNECTIONS: '3', ENGINE: 'off' };
  const node = await startNode(primary.ownerUrl, { ...few, ...one });
  const second = await startNode(primary.ownerUrl, { ENGINE: 'off', ...two });
  const rounds = { ENGINE: 'on', ROUND_BETTING_MS: '600000' };
  const withRounds = await newNode(primary.ownerUrl, rounds);
  const disk = mountDisk(place);
  const apart = { DATA_DIR: disk ?? '', ENGINE: 'off', ...three };
  const onDisk = disk === undefined ? undefined : await startNode('', apart);
  const { db, close } = openDatabase({ url: primary.ownerUrl });
  const wish = { operators: 1, clientsEach: 2, clientMinor: 100_000n, areClientsIn: true };
  const crowd = await addCrowd(db, wish);
  await close();
  return {
    primary,
    replica,
    node,
    second,
    withRounds,
    crowd,
    letArchive,
    disk,
    ports: disk ? ports : ports.slice(0, 2),
    ask: (text) => askDatabase(adminUrl.href, text),
    passMinutes: clock.pass,
    close: async () => {
      for (const one of [withRounds, onDisk, second, node]) {
        if (one?.isRunning()) await one.end();
      }
      await stopAll(place);
      if (disk) execFileSync('umount', ['-l', disk]);
      rmSync(place.folder, { recursive: true, force: true });
    },
  };
}

/** A clock that goes as the machine's does, and can be put forward while servers run. */
function setClock(place: Place, library: string) {
  let minutes = 0;
  const file = ownedPath(place, 'clock', (path) => writeFileSync(path, '+0'));
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
    },
    pass: async (more: number) => {
      minutes += more;
      writeFileSync(file, `+${minutes}m`);
      await sleep(1_500);
    },
  };
}

/** A disk of its own is for root to make. */
function mountDisk(place: Place): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const disk = join(place.folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=755`, 'tmpfs', disk]);
  return disk;
}
