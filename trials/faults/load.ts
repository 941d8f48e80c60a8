import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@pitboss/testkit/http-client';
import { acknowledge, type Book, beginAnew, type OrderKind } from './book.ts';
import { type Call, call } from './call.ts';
import { account, type Operator, type Person } from './people.ts';
import type { World } from './world.ts';

interface LoadOptions {
  workers: number;
  random: () => number;
  /** How many orders in all; unset: until it is ended. */
  orders?: number;
  /** For a control: the client re-sends without a key. */
  withoutKeys?: boolean;
  /** For a control: the client takes a missing answer for success. */
  assumesSuccess?: boolean;
  /** Only deposits, which the database knows by their key even without an answer. */
  onlyDeposits?: boolean;
  /** Only deposits and withdrawals, which stay within an operator's branch. */
  onlyMoves?: boolean;
  /** By chance the caller hangs up before the answer. */
  hangsUp?: () => boolean;
  patienceMs?: number;
}

export interface Load {
  /** Ends when all orders are answered. */
  done: Promise<void>;
  /** Takes no new orders, and ends when those begun are answered or time is up. */
  end(): Promise<void>;
  /** Where the orders stand. */
  taken(): number;
}

interface Order {
  kind: OrderKind;
  minor: number;
  call: Call;
  idOf: (data: Answer['data']) => unknown;
  status?: 'success' | 'failed';
}

/** How long an order is sent again; longer than any fault lasts. */
const orderMs = 200_000;
const drainMs = 75_000;
const serverErrorsMax = 3;
/** Answers after which the same order is sent again: no answer, not now, still running. */
const again = new Set([0, 409, 503]);

/** People who move money, bet and ask for payment, each order re-sent until it is answered. */
export function startLoad(world: World, book: Book, options: LoadOptions): Load {
  const { random } = options;
  let taken = 0;
  let isEnding = false;
  let endsBy = Number.POSITIVE_INFINITY;
  const mayTake = () => !isEnding && taken < (options.orders ?? Number.POSITIVE_INFINITY);
  beginAnew(book);

  const settle = async (order: Order): Promise<string | undefined> => {
    const key = randomUUID();
    const givesUpAt = performance.now() + orderMs;
    let serverErrors = 0;
    for (let attempt = 1; performance.now() < Math.min(endsBy, givesUpAt); attempt++) {
      const node = world.nodes[Math.floor(random() * world.nodes.length)];
      const sentAt = performance.now();
      if (attempt > 1) book.resent.set(key, Date.now());
      const sent = { ...order.call, key: options.withoutKeys ? undefined : key };
      const hangUp = options.hangsUp?.()
        ? { signal: AbortSignal.timeout(Math.floor(random() * 15)) }
        : {};
      const patience = options.patienceMs ? { patienceMs: options.patienceMs } : {};
      const answer = await call(node?.url ?? '', { ...sent, ...hangUp, ...patience });
      const { status, ms, headers } = answer;
      book.attempts.push({
        sentAt,
        ms,
        status,
        hasRetryAfter: headers['retry-after'] !== undefined,
      });
      const isAssumed = options.assumesSuccess && again.has(status);
      if ((status >= 200 && status < 300) || isAssumed) {
        const id = isAssumed ? undefined : String(order.idOf(answer.data));
        acknowledge(book, { ...toldOf(order), key, id });
        return id;
      }
      if (!again.has(status)) {
        book.wrong.push(`${order.kind}: ${status} ${answer.message}`);
        if (status < 500 || ++serverErrors === serverErrorsMax) break;
      }
      await sleep(pauseMs(attempt) * (0.5 + random()));
    }
    book.unanswered++;
    return undefined;
  };

  const work = async () => {
    while (mayTake()) {
      taken++;
      const operator = pick(world.people.operators, random);
      const client = pick(operator.clients, random);
      const minor = 100 + Math.floor(random() * 900);
      const chance = options.onlyDeposits ? 0 : random() * (options.onlyMoves ? 0.65 : 1);
      if (chance < 0.4) await settle(move('deposit', operator, client, minor));
      else if (chance < 0.65) await settle(move('withdraw', operator, client, minor));
      else if (chance < 0.88) await settle(bet(client, minor, random));
      else {
        const id = await settle(request(client, minor));
        if (id) await settle(decision(operator, id, minor, random() < 0.7 ? 'success' : 'failed'));
      }
    }
  };
  const done = Promise.all(Array.from({ length: options.workers }, work)).then(() => {});
  return {
    done,
    taken: () => taken,
    end: async () => {
      isEnding = true;
      endsBy = performance.now() + drainMs;
      await done;
    },
  };
}

/** Each pause is longer than the one before, so that callers leave room for a node to come back. */
function pauseMs(attempt: number): number {
  return Math.min(50 * 2 ** (attempt - 1), 800);
}

function toldOf({ kind, minor, status }: Order) {
  return { kind, minor, ...(status ? { status } : {}) };
}

function pick<T>(list: T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

export function move(
  kind: 'deposit' | 'withdraw',
  { token }: Operator,
  { id }: Person,
  minor: number,
): Order {
  const path = `/transactions/${kind}/${id}`;
  const body = { amount: minor / 100 };
  return { kind, minor, call: { path, token, body }, idOf: (data) => data.transactionId };
}

function bet({ token }: Person, minor: number, random: () => number): Order {
  const target = random() < 0.5 ? { autoCashout: (12 + Math.floor(random() * 20)) / 10 } : {};
  const body = { stake: minor / 100, ...target };
  return {
    kind: 'bet',
    minor,
    call: { path: '/player/bets', token, body },
    idOf: (data) => data._id,
  };
}

export function request({ token }: Person, minor: number): Order {
  const body = { amount: minor / 100, bank: account };
  return {
    kind: 'request',
    minor,
    call: { path: '/player/requests/withdraw', token, body },
    idOf: (data) => data._id,
  };
}

function decision(
  { token }: Operator,
  reqId: string,
  minor: number,
  status: 'success' | 'failed',
): Order {
  const path = '/banking/users/request/dw/update';
  const body = { reqId, status };
  return { kind: 'decision', minor, status, call: { path, token, body }, idOf: (data) => data._id };
}
