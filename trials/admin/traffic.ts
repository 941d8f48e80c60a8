import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Asked, tryAsk } from '@pitboss/testkit/http-client';

/** A client of a real operator, which is no part of the demo. */
export interface Client {
  id: string;
  token: string;
}

export interface Traffic {
  /** How calls ended since this was last asked: "deposit 200" and so on, each with its count. */
  counts(): Map<string, number>;
  /** What each client was told: keys of deposits, and ids of bets. */
  told: { deposits: Map<string, string[]>; bets: Map<string, string[]> };
  /** Answers that nothing explains. */
  wrong: string[];
  /** Takes no new orders, and ends when those begun are answered. */
  end(): Promise<void>;
  /** The same where nobody is left to answer: orders are given up. */
  giveUp(): Promise<void>;
}

/** After these the same order is sent again with its key: no answer, not now, slower. */
const again = new Set([0, 429, 503]);
const pauseMs = 40;

/** An operator that pays in, clients that play, and lists that are read, all through the proxy. */
export function startTraffic(address: string, boss: string, clients: Client[]): Traffic {
  let counts = new Map<string, number>();
  let isEnding = false;
  let isGivenUp = false;
  const wrong: string[] = [];
  const told: Traffic['told'] = { deposits: new Map(), bets: new Map() };
  const call = async (kind: string, asked: Asked): Promise<Answer> => {
    const answer = await tryAsk(address, { ...asked, path: `/api${asked.path}` });
    const name = `${kind} ${answer.status}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return answer;
  };
  const isRunning = ({ status, message }: Answer) => status === 409 && /running/.test(message);
  /** One order, until it is answered for good. */
  const settle = async (kind: string, asked: Asked): Promise<Answer & { key: string }> => {
    const key = randomUUID();
    for (;;) {
      const answer = await call(kind, { ...asked, key });
      const isOver = isGivenUp || (!again.has(answer.status) && !isRunning(answer));
      if (isOver) return { ...answer, key };
      await sleep(pauseMs * 5);
    }
  };
  const note = (kind: keyof Traffic['told'], client: Client, name: string) => {
    const known = told[kind].get(client.id) ?? [];
    told[kind].set(client.id, [...known, name]);
  };
  const payIn = async (client: Client) => {
    const path = `/transactions/deposit/${client.id}`;
    const { status, key, message } = await settle('deposit', {
      path,
      token: boss,
      body: { amount: 1 },
    });
    if (status === 200) note('deposits', client, key);
    else wrong.push(`deposit: ${status} ${message}`);
  };
  const play = async (client: Client) => {
    const body = { stake: 1, autoCashout: 1.3 };
    const { token } = client;
    const { status, data, message } = await settle('bet', { path: '/player/bets', token, body });
    if (status === 201) note('bets', client, data._id);
    // Between rounds, and in those that have begun, nobody bets.
    else if (status !== 409) wrong.push(`bet: ${status} ${message}`);
  };
  const read = async (asked: Asked) => {
    const { status, message } = await call('read', asked);
    if (status !== 200 && !again.has(status)) wrong.push(`read: ${status} ${message}`);
  };
  const reads: Asked[] = [
    { path: '/users/get', token: boss, body: {} },
    { path: '/transactions/getAllStatement', token: boss, body: {} },
    { path: '/bets/getallbets', token: boss, body: {} },
  ];
  const repeat = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isEnding; turn++) {
      await work(turn);
      await sleep(pauseMs);
    }
  };
  const done = Promise.all([
    ...clients.map((client) => repeat(() => payIn(client))),
    ...clients.map((client) => repeat(() => play(client))),
    repeat((turn) => read(reads[turn % reads.length] as Asked)),
  ]);
  return {
    told,
    wrong,
    counts: () => {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    end: async () => {
      isEnding = true;
      await done;
    },
    giveUp: async () => {
      [isEnding, isGivenUp] = [true, true];
      await done;
    },
  };
}
