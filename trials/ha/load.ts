import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, tryAsk } from '@pitboss/testkit/http-client';
import { addPerson, signIn } from '@pitboss/testkit/people-by-call';
import { password } from '@pitboss/testkit/super-sign-in';
import type { NodePart } from '../cluster/place.ts';
import type { Platform } from './nodes.ts';

const operatorCount = 4;
const clientsEach = 10;
const workers = 12;
const pauseMs = 20;
const retryMs = 150;
const answerLimitMs = 5_000;
const giveUpMs = 240_000;
const replays = 30;

export interface Operator {
  token: string;
  clientIds: string[];
}

/** A deposit or withdrawal, and what was answered to it. */
export interface Order {
  remarks: string;
  key: string;
  token: string;
  clientId: string;
  kind: string;
  minor: number;
  answers: string[];
  refusal?: string;
}

export interface Load {
  tag: string;
  orders: Order[];
  statuses: Record<string, number>;
  reads: number;
  ackTimes: number[];
  isOver: boolean;
  pick<T>(list: T[]): T;
  addresses: string[];
}

/** Operators with clients that have money, all signed in before anything breaks. */
export async function makePeople({ nodes, owner }: Platform): Promise<Operator[]> {
  const address = nodes[0]?.address ?? '';
  const token = await signIn(address, owner);
  const people: Operator[] = [];
  for (let number = 1; number <= operatorCount; number++) {
    const username = `operator-${number}`;
    await addPerson(address, token, { username, role: 'ADMIN', balance: 1_000_000_000 });
    const own = await signIn(address, { username, password });
    const clientIds: string[] = [];
    for (let client = 1; client <= clientsEach; client++) {
      const wanted = { username: `client-${number}-${client}`, balance: 10_000_000 };
      clientIds.push(await addPerson(address, own, wanted));
    }
    people.push({ token: own, clientIds });
  }
  return people;
}

function call(
  address: string,
  token: string | undefined,
  path: string,
  body: object,
  key?: string,
): Promise<Answer> {
  return tryAsk(address, { path: `/api${path}`, token, key, body, patienceMs: answerLimitMs });
}

interface Stage {
  nodes: NodePart[];
  people: Operator[];
  random: () => number;
}

/**
 * Deposits and withdrawals through both nodes until told to stop, each sent again with its key
 * until it is answered. What was acknowledged is remembered here, apart from the database.
 */
export function startLoad({ nodes, people, random }: Stage, tag: string) {
  const load: Load = {
    tag,
    orders: [],
    statuses: {},
    reads: 0,
    ackTimes: [],
    isOver: false,
    pick: <T>(list: T[]) => list[Math.floor(random() * list.length)] as T,
    addresses: nodes.map(({ address }) => address),
  };
  const running = Array.from({ length: workers }, () => work(load, people));
  running.push(look(load, people));
  const stop = async () => {
    load.isOver = true;
    await Promise.all(running);
  };
  return { load, stop };
}

async function work(load: Load, people: Operator[]): Promise<void> {
  for (; !load.isOver; await sleep(pauseMs)) await settle(load, newOrder(load, people));
}

function newOrder(load: Load, people: Operator[]): Order {
  const operator = load.pick(people);
  const remarks = `${load.tag}-${load.orders.length}`;
  const order: Order = {
    remarks,
    key: `${remarks}-${randomBytes(6).toString('hex')}`,
    answers: [],
    token: operator.token,
    clientId: load.pick(operator.clientIds),
    kind: load.pick(['deposit', 'withdraw']),
    minor: 100 + load.pick(Array.from({ length: 4_900 }, (_, index) => index)),
  };
  load.orders.push(order);
  return order;
}

async function settle(load: Load, order: Order): Promise<void> {
  const deadline = Date.now() + giveUpMs;
  for (let turn = load.orders.length; Date.now() < deadline; turn++) {
    const isSettled = await send(load, order, load.addresses[turn % load.addresses.length] ?? '');
    if (isSettled) return;
    await sleep(retryMs);
  }
}

/** Sends the order once; true when it was answered with a yes or a no that stands. */
export async function send(
  load: Load,
  order: Order,
  address: string,
  key = order.key,
): Promise<boolean> {
  const { remarks, kind, minor, clientId, token } = order;
  const path = `/transactions/${kind}/${clientId}`;
  const answer = await call(address, token, path, { amount: minor / 100, remarks }, key);
  count(load, answer);
  if (answer.status === 200) {
    order.answers.push(answer.data.transactionId);
    load.ackTimes.push(performance.now());
    return true;
  }
  // Away, still running, or a fault that is counted: the same again. Anything else is a refusal.
  if (answer.status === 0 || answer.status >= 500 || [401, 409].includes(answer.status))
    return false;
  order.refusal = `${answer.status} ${answer.message}`;
  return true;
}

/** Some orders that were acknowledged, once more with their keys: each has its one answer. */
export async function replay(load: Load): Promise<void> {
  const answered = load.orders.filter(({ answers }) => answers.length > 0);
  for (let turn = 0; turn < replays; turn++) await settle(load, load.pick(answered));
}

/** An operator that looks at its balance, as the panel does all the time. */
async function look(load: Load, people: Operator[]): Promise<void> {
  for (; !load.isOver; await sleep(250)) {
    const { token } = load.pick(people);
    const answer = await call(load.pick(load.addresses), token, balancePath, {});
    count(load, answer);
    if (answer.status === 200) load.reads += 1;
  }
}

const balancePath = '/users/getAgentbalance';

/** Every operator's balance with the token of before; true when all are answered. */
export async function areSignedIn({ nodes, people }: Stage): Promise<boolean> {
  const asked = people.flatMap(({ token }) =>
    nodes.map(({ address }) => call(address, token, balancePath, {})),
  );
  return (await Promise.all(asked)).every(({ status }) => status === 200);
}

function count({ statuses }: Load, { status: code, reason }: Answer): void {
  const status = code || reason;
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** The longest time between two acknowledged writes, in seconds. */
export function longestGap({ ackTimes }: Load, from: number, to: number): number {
  const times = [from, ...ackTimes.filter((time) => time > from && time < to), to];
  times.sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return Math.max(...gaps) / 1000;
}
