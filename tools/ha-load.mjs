import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const operatorCount = 4;
const clientsEach = 10;
const workers = 12;
const pauseMs = 20;
const retryMs = 150;
const answerLimitMs = 5_000;
const giveUpMs = 240_000;
const replays = 30;

/** Operators with clients that have money, all signed in before anything breaks. */
export async function makePeople({ nodes, owner }) {
  const [{ address }] = nodes;
  const { token } = await mustCall(address, undefined, '/auth/login', owner);
  const people = [];
  for (let number = 1; number <= operatorCount; number++) {
    const password = randomBytes(12).toString('base64url');
    const username = `operator-${number}`;
    const admin = { username, name: username, password, role: 'ADMIN', currency: 'USD' };
    await mustCall(address, token, '/users/create', { ...admin, balance: 1_000_000_000 });
    const own = await mustCall(address, undefined, '/auth/login', { username, password });
    const clientIds = [];
    for (let client = 1; client <= clientsEach; client++) {
      const name = `client-${number}-${client}`;
      const user = { username: name, name, password, role: 'USER', balance: 10_000_000 };
      clientIds.push((await mustCall(address, own.token, '/users/create', user))._id);
    }
    people.push({ token: own.token, clientIds });
  }
  return people;
}

async function mustCall(address, token, path, body) {
  const answer = await call(address, token, path, body);
  if (answer.body?.status === 'success') return answer.body.data;
  throw new Error(`${path}: ${answer.status} ${answer.body?.message ?? answer.reason}`);
}

async function call(address, token, path, body, key) {
  try {
    const response = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerLimitMs),
    });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    return { status: 0, reason: error.cause?.code ?? error.name };
  }
}

/**
 * Deposits and withdrawals through both nodes until told to stop, each sent again with its key
 * until it is answered. What was acknowledged is remembered here, apart from the database.
 */
export function startLoad({ nodes, people, random, tag }) {
  const load = {
    ...{ tag, orders: [], statuses: {}, reads: 0, ackTimes: [], isOver: false },
    pick: (list) => list[Math.floor(random() * list.length)],
    addresses: nodes.map(({ address }) => address),
  };
  const running = Array.from({ length: workers }, () => work(load, people));
  running.push(look(load, people));
  load.stop = async () => {
    load.isOver = true;
    await Promise.all(running);
    return load;
  };
  return load;
}

async function work(load, people) {
  for (; !load.isOver; await sleep(pauseMs)) await settle(load, newOrder(load, people));
}

function newOrder(load, people) {
  const operator = load.pick(people);
  const remarks = `${load.tag}-${load.orders.length}`;
  const order = {
    ...{ remarks, key: `${remarks}-${randomBytes(6).toString('hex')}`, answers: [] },
    token: operator.token,
    clientId: load.pick(operator.clientIds),
    kind: load.pick(['deposit', 'withdraw']),
    minor: 100 + load.pick(Array.from({ length: 4_900 }, (_, index) => index)),
  };
  load.orders.push(order);
  return order;
}

async function settle(load, order) {
  const deadline = Date.now() + giveUpMs;
  for (let turn = load.orders.length; Date.now() < deadline; turn++) {
    const isSettled = await send(load, order, load.addresses[turn % load.addresses.length]);
    if (isSettled) return;
    await sleep(retryMs);
  }
}

/** Sends the order once; true when it was answered with a yes or a no that stands. */
export async function send(load, order, address, key = order.key) {
  const { remarks, kind, minor, clientId, token } = order;
  const path = `/transactions/${kind}/${clientId}`;
  const answer = await call(address, token, path, { amount: minor / 100, remarks }, key);
  count(load, answer.status || answer.reason);
  if (answer.status === 200 && answer.body.status === 'success') {
    order.answers.push(answer.body.data.transactionId);
    load.ackTimes.push(performance.now());
    return true;
  }
  // Away, still running, or a fault that is counted: the same again. Anything else is a refusal.
  if (answer.status === 0 || answer.status >= 500 || [401, 409].includes(answer.status))
    return false;
  order.refusal = `${answer.status} ${answer.body?.message}`;
  return true;
}

/** Some orders that were acknowledged, once more with their keys: each has its one answer. */
export async function replay(load) {
  const answered = load.orders.filter(({ answers }) => answers.length > 0);
  for (let turn = 0; turn < replays; turn++) await settle(load, load.pick(answered));
}

/** An operator that looks at its balance, as the panel does all the time. */
async function look(load, people) {
  for (; !load.isOver; await sleep(250)) {
    const { token } = load.pick(people);
    const { status, reason } = await call(load.pick(load.addresses), token, balancePath, {});
    count(load, status || reason);
    if (status === 200) load.reads += 1;
  }
}

const balancePath = '/users/getAgentbalance';

/** Every operator's balance with the token of before; true when all are answered. */
export async function areSignedIn({ nodes, people }) {
  const asked = people.flatMap(({ token }) =>
    nodes.map(({ address }) => call(address, token, balancePath, {})),
  );
  return (await Promise.all(asked)).every(({ status }) => status === 200);
}

function count({ statuses }, status) {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** The longest time between two acknowledged writes, in seconds. */
export function longestGap({ ackTimes }, from, to) {
  const times = [from, ...ackTimes.filter((time) => time > from && time < to), to];
  times.sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  return Math.max(...gaps) / 1000;
}
