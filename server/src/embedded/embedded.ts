import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withPasswordFile } from '../db/guarded-client.ts';
import { type Address, freePort, urlOf } from './address.ts';
import { embeddedBinaries } from './binaries.ts';
import { giveTo, makeCluster } from './cluster.ts';
import { type EmbeddedHome, embeddedHome, shelter } from './home.ts';
import { embeddedLock } from './lock.ts';
import { nodePasswordFile, type Passwords, preparePasswords, readPasswords } from './passwords.ts';
import { ensureDatabase } from './roles.ts';
import {
  type EmbeddedServer,
  type Launch,
  launchServer,
  stopServer,
  survivingServer,
} from './server.ts';
import { hasSockets, leaveSocketFolder, socketAddress } from './socket.ts';
import { archiveSettings, isStartedWith } from './wal-archive.ts';
import { embeddedWatch } from './watch.ts';

export type EmbeddedOptions = {
  dataDir: string;
  /** At a socket that only its own account may enter, unless the system has none. */
  listen?: 'socket' | 'tcp' | undefined;
  log?: (line: string) => void;
  /** Where the database's log is kept, file by file. */
  archive?: string | undefined;
  settings?: Record<string, string>;
};

export type Embedded = {
  /** As the owner of the tables, who migrates and restores. */
  url: string;
  /** As the node, which may not change what is on record. */
  nodeUrl: string;
  /** Whether the server was found running, left behind by a process that was killed. */
  attached: boolean;
  /** Where the database is: in the data folder, or elsewhere when root's rights demand it. */
  folder: string;
  stop(): Promise<void>;
};

/** Starts the native PostgreSQL of a data folder, made on first use, and answers when it serves. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const log = options.log ?? (() => {});
  const home = embeddedHome(options.dataDir);
  const release = await embeddedLock(home.folder);
  try {
    const bin = await embeddedBinaries(home.user, home.user ? shelter : home.folder);
    const passwords = preparePasswords(home);
    if (!existsSync(home.cluster)) {
      log('Making the embedded database.');
      await makeCluster(home, bin, passwords.superuser);
    }
    const archiving = archiveSettings(options.archive, home);
    const settings = { ...archiving, ...options.settings };
    const isBySocket = (options.listen ?? 'socket') === 'socket' && hasSockets;
    const isWished = (found: EmbeddedServer) =>
      isStartedWith(home.cluster, archiving) && (found.socketFolder !== undefined) === isBySocket;
    const survivor = await takeOver(home, bin, isWished, passwords);
    if (survivor) log('The embedded database still runs from before: using it.');
    const server = survivor ?? (await start(home, { bin, settings }, isBySocket, passwords));
    const { pid, ...address } = server;
    const endWatch = embeddedWatch(home, { bin, settings, address }, pid, log);
    let stopping: Promise<void> | undefined;
    // A change of them that was broken off is finished by now.
    const now = readPasswords(home.folder);
    return {
      url: urlOf(address, 'owner', now),
      nodeUrl: withPasswordFile(urlOf(address, 'node', now), join(home.folder, nodePasswordFile)),
      attached: survivor !== undefined,
      folder: home.folder,
      stop: () => {
        stopping ??= endWatch()
          .then((last) => stopServer(home, bin, last))
          .then(() => leaveSocketFolder(home, address))
          .finally(release);
        return stopping;
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * A server that outlived its node is used if it is as we wish. One that does not let us in may be
 * dying, or be in the midst of its end: it is ended for good.
 */
async function takeOver(
  home: EmbeddedHome,
  bin: string,
  isWished: (found: EmbeddedServer) => boolean,
  passwords: Passwords,
): Promise<EmbeddedServer | undefined> {
  const survivor = await survivingServer(home);
  if (!survivor) return undefined;
  try {
    if (isWished(survivor)) {
      await ensureDatabase(home, survivor, passwords);
      return survivor;
    }
  } catch {
    // Whatever it was, a server that is started anew lets us in or says why not.
  }
  await stopServer(home, bin, survivor.pid);
  return undefined;
}

async function start(
  home: EmbeddedHome,
  launch: Omit<Launch, 'address'>,
  isBySocket: boolean,
  passwords: Passwords,
): Promise<EmbeddedServer> {
  const { user, cluster } = home;
  // A cluster that root copied here belongs to root, who may not run it.
  if (user && (await stat(cluster)).uid !== user.uid) await giveTo(cluster, user.uid, user.gid);
  const address = isBySocket ? await socketAddress(home) : await portAddress(home);
  const server = await startPatiently(home, { ...launch, address });
  try {
    if (!isBySocket) writeFileSync(portFile(home), `${server.port}\n`, { mode: 0o600 });
    await ensureDatabase(home, server, passwords);
    return server;
  } catch (error) {
    await stopServer(home, launch.bin, server.pid);
    throw error;
  }
}

async function portAddress(home: EmbeddedHome): Promise<Address> {
  const remembered = existsSync(portFile(home)) ? Number(readFileSync(portFile(home), 'utf8')) : 0;
  return { port: await freePort(remembered) };
}

function portFile(home: EmbeddedHome): string {
  return join(home.folder, 'port');
}

/** Between the look at a port and its use another program may take it. */
async function startPatiently(home: EmbeddedHome, launch: Launch): Promise<EmbeddedServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchServer(home, launch);
    } catch (error) {
      const said = error instanceof Error ? error.message : '';
      if (attempt < 5 && said.includes('could not bind') && !launch.address.socketFolder) {
        launch.address = { port: await freePort(0) };
      } else if (attempt < 60 && said.includes('shared memory block')) {
        // The old server was killed and its backends notice that only when their work is done.
        await sleep(500);
      } else {
        throw error;
      }
    }
  }
}
