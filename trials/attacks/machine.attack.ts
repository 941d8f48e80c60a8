import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ask, must } from '@pitboss/testkit/http-client';
import { launchNode, nodeEnvironment } from '@pitboss/testkit/node-process';
import { type Case, type Person, shortId } from './case.ts';
import { quantile, rounded } from './row.ts';

const secret = 'Not-to-be-told-77';

/** Whoever binds the database's port while that is down asks for the password in the clear. */
const cleartext: Case = {
  row: 'C6',
  name: 'cleartext',
  run: async ({ stage }) => {
    let told = '';
    let asked = 0;
    const server = createServer((socket) => {
      let isStarted = false;
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        told += bytes.toString('latin1');
        if (isStarted) return;
        isStarted = true;
        asked += 1;
        // AuthenticationCleartextPassword.
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const url = `postgres://pitboss:${secret}@127.0.0.1:${port}/pitboss`;
    const settings = { DATABASE_URL: url, DATABASE_OWNER_URL: '' };
    const node = await launchNode('', settings, { main: stage.main });
    await wait(15_000, () => told.includes(secret) || asked >= 3);
    await node.end('SIGKILL');
    server.close();
    if (asked === 0) throw new Error('The node never came to the database.');
    const isTold = told.includes(secret);
    const open = isTold ? ['The password was sent to whoever asked for it.'] : [];
    return { tries: asked, open, seen: isTold ? 'password received' : 'no password received' };
  },
};

async function wait(limitMs: number, isDone: () => boolean): Promise<void> {
  for (const endsAt = performance.now() + limitMs; performance.now() < endsAt && !isDone(); ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The embedded database, as another account of the machine finds it. */
const openPort: Case = {
  row: 'C6',
  name: 'open-port',
  run: async ({ stage }) => {
    const dataDir = await stage.newFolder();
    const node = await stage.embedded(dataDir);
    try {
      const file = join(dataDir, 'database', 'cluster', 'postmaster.pid');
      const lines = (await readFile(file, 'utf8')).split('\n');
      const [port, listens] = [lines[3], lines[5]];
      const isOpen = listens !== undefined && listens !== '';
      const open = isOpen ? [`The embedded database listens at ${listens}:${port}.`] : [];
      return { tries: 1, open, seen: isOpen ? `listens at ${listens}` : 'listens at a socket' };
    } finally {
      await node.end();
    }
  },
};

/** A node is killed below a first process that never reaps, as in many a container. */
const afterKill: Case = {
  row: 'C16',
  name: 'after-kill',
  run: async ({ stage }) => {
    const dataDir = await stage.newFolder();
    const env = nodeEnvironment('', 0, { DATA_DIR: dataDir });
    const script = '"$0" "$1" & echo "pid $!"; exec sleep 600';
    const parent = spawn('sh', ['-c', script, process.execPath, stage.main], { env });
    let said = '';
    parent.stdout.on('data', (part) => {
      said += part;
    });
    try {
      await wait(60_000, () => said.includes('ready: http'));
      const pid = Number(/pid (\d+)/.exec(said)?.[1]);
      if (!said.includes('ready: http')) throw new Error('The first node never started.');
      process.kill(pid, 'SIGKILL');
      const againAt = performance.now();
      const node = await stage.embedded(dataDir).catch((error: Error) => error.message);
      if (typeof node === 'string') {
        const open = ['It does not start again: a process that is dead counts as running.'];
        return { tries: 1, open, seen: 'refused to start' };
      }
      const ms = rounded(performance.now() - againAt);
      await node.end();
      return { tries: 1, open: [], seen: `ready again after ${ms} ms` };
    } finally {
      parent.kill('SIGKILL');
    }
  },
};

const searches = 24;

/** One operator's searches, and a player who only looks at its balance. */
const loudSearches: Case = {
  row: 'C10',
  name: 'loud-searches',
  run: async (place) => {
    const { port } = place;
    const loud = await place.operator(1_000_000);
    const clients: Person[] = [];
    for (let count = 0; count < 4; count++) clients.push(await place.client(loud.token, 100_000));
    const call = await place.game();
    for (let turn = 0; turn < 8; turn++) {
      const { round } = (await call('', { ref: shortId() })).data;
      const bets = Array.from({ length: 2_000 }, (_, index) => ({
        ref: `${round}-${index}`,
        userId: clients[index % clients.length]?.id,
        stake: 1,
        autoCashout: 1.5,
      }));
      await call(`/${round}/bets`, { bets });
      await call(`/${round}/start`, {});
      await call(`/${round}/crash`, { multiplier: 2 });
    }
    const player = await place.client((await place.operator()).token, 10);
    const times = async (count: number) => {
      const taken: number[] = [];
      for (let turn = 0; turn < count; turn++) {
        taken.push((await must(port, { path: '/api/player/me', token: player.token })).ms);
      }
      return taken;
    };
    const alone = await times(100);
    let isOver = false;
    const body = { length: 100, search: { value: 'nothing of this kind' } };
    const searching = Array.from({ length: searches }, async () => {
      while (!isOver) {
        const path = '/api/transactions/getAllStatement';
        const { status } = await ask(port, { path, token: loud.token, body });
        if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    const beside = await times(100);
    isOver = true;
    await Promise.all(searching);
    const [normal, p99] = [quantile(alone, 0.99), quantile(beside, 0.99)];
    // On a machine that others keep busy everything is slow; play that stands still is more.
    const isFrozen = p99 > 500 && p99 > 10 * normal;
    const open = isFrozen ? [`A player waited ${rounded(p99)} ms for its balance.`] : [];
    const seen = `/player/me p99 alone ${rounded(normal)} ms, beside ${rounded(p99)} ms`;
    return { tries: searches, open, seen };
  },
};

export const machineCases = [cleartext, openPort, afterKill, loudSearches];
