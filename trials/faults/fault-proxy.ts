import { connect, createServer, type Socket } from 'node:net';

/** A wire between nodes and their database that can be cut, slowed and blocked at will. */
export interface FaultProxy {
  /** The database's address by way of the proxy. */
  url: string;
  /** The database's answers come so many milliseconds late. */
  delay(ms: number): void;
  /** Takes everything and passes nothing on, as a network that drops its packets. */
  block(): void;
  /** Breaks every connection; new ones are let through. */
  reset(): void;
  /** Breaks every connection and lets no new one in. */
  refuse(): void;
  mend(): void;
  /** Breaks connections at commits, before they are passed on or right after, by chance. */
  breakCommits(when: 'before' | 'after', chance: () => boolean): void;
  /** How many commits were met by a broken connection. */
  broken(): number;
  close(): Promise<void>;
}

/** A transaction's own word, and the calls whose one statement is a transaction. */
const commits = ['commit\0', 'transactions.deposit', 'transactions.withdraw', 'player.placeBet'];

interface State {
  delayMs: number;
  isBlocked: boolean;
  isRefusing: boolean;
  trap: { when: 'before' | 'after'; chance: () => boolean } | undefined;
  broken: number;
}

export async function faultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl);
  const state: State = {
    delayMs: 0,
    isBlocked: false,
    isRefusing: false,
    trap: undefined,
    broken: 0,
  };
  const sockets = new Set<Socket>();
  const wires = new Set<Wire>();
  const server = createServer((near) => {
    if (state.isRefusing) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port || 5432), target.hostname);
    const up = wire(far, state, wires, () => 0);
    const down = wire(near, state, wires, () => state.delayMs);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    far.on('data', (chunk: Buffer) => down.pass(chunk));
    far.on('close', () => near.destroy());
    near.on('data', (chunk: Buffer) => {
      const when = isTrapped(state, chunk);
      if (when !== 'before') up.pass(chunk);
      if (when === 'before') far.destroy();
      if (when) near.destroy();
    });
    // What was sent before the end arrives, as late as it may be.
    near.on('close', () => up.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address ? address.port : 0);

  const reset = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    delay: (ms) => {
      state.delayMs = ms;
    },
    block: () => {
      state.isBlocked = true;
    },
    reset,
    refuse: () => {
      state.isRefusing = true;
      reset();
    },
    mend: () => {
      Object.assign(state, { delayMs: 0, isBlocked: false, isRefusing: false, trap: undefined });
      for (const one of wires) one.flow();
    },
    breakCommits: (when, chance) => {
      state.trap = { when, chance };
    },
    broken: () => state.broken,
    close: async () => {
      reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isTrapped(state: State, chunk: Buffer): 'before' | 'after' | undefined {
  if (!state.trap || !commits.some((mark) => chunk.includes(mark))) return undefined;
  if (!state.trap.chance()) return undefined;
  state.broken++;
  return state.trap.when;
}

interface Wire {
  pass(chunk: Buffer): void;
  flow(): void;
  end(): void;
}

/** One direction of a connection: late or held back, but always in order. */
function wire(to: Socket, state: State, wires: Set<Wire>, delayMs: () => number): Wire {
  const waiting: { chunk: Buffer; dueAt: number }[] = [];
  let isEnding = false;
  const flow = () => {
    if (state.isBlocked) return;
    for (let next = waiting[0]; next; next = waiting[0]) {
      const leftMs = delayMs() > 0 ? next.dueAt - performance.now() : 0;
      if (leftMs > 0) {
        setTimeout(flow, leftMs);
        return;
      }
      waiting.shift();
      to.write(next.chunk);
    }
    if (isEnding) to.end();
  };
  const one: Wire = {
    flow,
    pass: (chunk) => {
      waiting.push({ chunk, dueAt: performance.now() + delayMs() });
      flow();
    },
    end: () => {
      isEnding = true;
      flow();
    },
  };
  wires.add(one);
  to.on('close', () => wires.delete(one));
  return one;
}
