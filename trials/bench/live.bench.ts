import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMbOfAll } from '@pitboss/testkit/resident-memory';
import { benchStage, type Operator, type Stage } from './bench-stage.ts';
import { withServer } from './database-server.ts';
import { type Figure, inTurn, judged, median } from './figure.ts';
import { httpLoad } from './http-load.ts';
import type { Release } from './release.ts';

const streams = 2_000;
const crowd = { operators: 64, clientsEach: 20 };
/** A session may have eight panels open, so each operator has several. */
const sessionsEach = 4;
const origin = { address: 'bench', agent: 'bench', secret: undefined };
const limits = { hoursMax: 12, idleMinutesMax: 30 };
const goals = { moreMb: 50, p95Ms: 300, share: 0.95 };
const openedAtOnce = 50;
const deposits = 120;
const slots = 6;
const slotSeconds = 5;

/**
 * What open panels cost a node: its memory, how long after a commit they hear of it, and what is
 * left of deposits at 32 connections, slot by slot with and without them.
 */
export function live(release: Release): Promise<Figure[]> {
  return withServer(async (server) => {
    const stage = await benchStage(server, release, crowd);
    const tokens = await openSessions(stage);
    try {
      await load(stage, 3);
      const before = await restingMb(stage);
      const panels = openPanels(stage, tokens);
      await panels.opened;
      const after = await restingMb(stage);
      const waits = await timeDeposits(stage, panels);
      panels.close();
      const [withPanels, without] = await compare(stage, tokens);
      const p95 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Number.NaN;
      const share = median(withPanels.map((one, slot) => one / (without[slot] ?? Number.NaN)));
      const perSecond = (values: number[]) => Math.round(median(values));
      return [
        judged(
          'live-memory',
          after - before,
          'MB more',
          { atMost: goals.moreMb },
          `${streams} open panels of ${crowd.operators} operators; ${before} MB, then ${after} MB`,
        ),
        judged(
          'live-wait',
          p95,
          'ms p95',
          { atMost: goals.p95Ms },
          `from the answer to a deposit to its panel, median ${Math.round(median(waits))} ms`,
        ),
        judged(
          'live-deposits',
          share,
          'of those without panels',
          { atLeast: goals.share },
          `${perSecond(withPanels)}/s against ${perSecond(without)}/s, ${slots} slots in turns`,
        ),
      ];
    } finally {
      await stage.close();
    }
  });
}

/** After what it did lately is over, and the collector has been there. */
async function restingMb({ node }: Stage): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < 12; n++) {
    await sleep(500);
    samples.push(residentMbOfAll(node.pid()));
  }
  return median(samples.slice(4));
}

/** The tokens of each operator. */
async function openSessions({ release, db, operators }: Stage): Promise<string[][]> {
  const tokens: string[][] = [];
  for (const place of operators.keys()) {
    const { id } = await release.actAs(db, `operator${place}`);
    const open = () =>
      release.inTransaction(db, (tx) => release.openSession(tx, id, origin, limits));
    const sessions = await Promise.all(Array.from({ length: sessionsEach }, open));
    tokens.push(sessions.map(({ token }) => token));
  }
  return tokens;
}

interface Panels {
  opened: Promise<void>;
  /** Told of what one panel of each operator hears. */
  heard: Map<Operator, (text: string) => void>;
  close(): void;
}

function openPanels({ port, operators }: Stage, tokens: string[][]): Panels {
  const heard: Panels['heard'] = new Map();
  const sockets: Socket[] = [];
  const open = (n: number): Promise<void> => {
    const operator = operators[n % operators.length] as Operator;
    const session = Math.floor(n / operators.length) % sessionsEach;
    const token = tokens[n % operators.length]?.[session];
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(
      'GET /api/live HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n' +
        `authorization: Bearer ${token}\r\n\r\n`,
    );
    return new Promise((resolve, reject) => {
      socket.on('data', (bytes) => {
        if (n < operators.length) heard.get(operator)?.(bytes.toString());
        if (bytes.includes('data: ')) resolve();
        else if (bytes.includes('"error"')) reject(new Error(bytes.toString()));
      });
    });
  };
  return {
    heard,
    opened: openAll(open),
    close: () => sockets.forEach((socket) => void socket.destroy()),
  };
}

/** Panels come back spread over a second or two, not all in one moment. */
async function openAll(open: (n: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < streams; from += openedAtOnce) {
    await Promise.all(Array.from({ length: openedAtOnce }, (_, n) => open(from + n)));
  }
}

/** One deposit after the other, each heard of by its operator's panel. */
async function timeDeposits({ port, operators }: Stage, { heard }: Panels): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < deposits; n++) {
    const operator = operators[n % operators.length] as Operator;
    let hasHeard = () => {};
    const isHeard = new Promise<void>((resolve) => {
      hasHeard = resolve;
    });
    heard.set(operator, (text) => text.includes('"wallets"') && hasHeard());
    // Not in step with the node's own looks.
    await sleep(Math.random() * 200);
    const { path, headers, body } = depositOf(operator);
    const lines = headers.split('\r\n').map((line) => line.split(': ') as [string, string]);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...Object.fromEntries(lines) },
    });
    const committedAt = performance.now();
    if (!answer.ok) throw new Error(await answer.text());
    await isHeard;
    waits.push(performance.now() - committedAt);
  }
  return waits;
}

/** Deposits in each slot, with the panels open and without them. */
async function compare(stage: Stage, tokens: string[][]): Promise<[number[], number[]]> {
  const taken = { with: [] as number[], without: [] as number[] };
  for (let slot = 0; slot < slots; slot++) {
    for (const side of inTurn(['with', 'without'] as const, slot)) {
      const panels = side === 'with' ? openPanels(stage, tokens) : undefined;
      await panels?.opened;
      taken[side].push(await load(stage, slotSeconds));
      panels?.close();
      await stage.rest();
    }
  }
  return [taken.with, taken.without];
}

async function load({ port, operators }: Stage, seconds: number): Promise<number> {
  let turn = 0;
  const { perSecond } = await httpLoad({
    port,
    connections: 32,
    durationMs: seconds * 1000,
    next: () => depositOf(operators[turn++ % operators.length] as Operator),
  });
  return perSecond;
}

function depositOf({ token, clientIds }: Operator) {
  return {
    path: `/api/transactions/deposit/${clientIds[Math.floor(Math.random() * clientIds.length)]}`,
    headers: `authorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}`,
    body: '{"amount":1.25,"remarks":"bench"}',
  };
}
