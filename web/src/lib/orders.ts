import { useSyncExternalStore } from 'react';
import { operatorName, subscribeSession } from './session.ts';

/** What money was sent for: whose it is, and how people call it. */
export interface Intent {
  /** Whom and what it concerns; two orders that share one of these wait for each other. */
  about: string[];
  /** Deposit, Withdraw … */
  kind: string;
  /** How much, of what, to whom. */
  detail: string;
}

/** Money that was sent and of which nobody has seen yet what became of it. */
export interface Order extends Intent {
  /** The Idempotency-Key that it was sent under, and is asked for by. */
  key: string;
  /** What is said when it turns out to be done, or not. */
  done: string;
  failed: string;
  /** The names of the calls that it makes out of date. */
  refreshes: string[];
  sentAt: number;
  /** The page that looks after it; another one does when that has gone. */
  page: string;
  /** False while its answer may still come. */
  isUnknown: boolean;
  /** The platform cannot be asked for it. */
  isUnaskable?: boolean;
}

const storagePrefix = 'order ';
/** A page that was closed without a word has lost its answers after this time. */
const lostAfterMs = 20_000;

/** This page: after a reload it is another one. */
export const thisPage = randomKey();

const listeners = new Set<() => void>();
let snapshot = read();

/**
 * Each order has an entry of its own, in the storage that all tabs share and that outlives a
 * reload, under the name of the operator who sent it: nobody else is shown it or asks for it.
 */
function entryOf(operator: string, key: string): string {
  return `${storagePrefix}${encodeURIComponent(operator)} ${key}`;
}

function read(): Order[] {
  const operator = operatorName();
  if (operator === undefined) return [];
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(entryOf(operator, '')))
    .flatMap((name) => parsed(localStorage.getItem(name)))
    .sort((a, b) => a.sentAt - b.sentAt);
}

function parsed(text: string | null): Order[] {
  try {
    return text ? [JSON.parse(text) as Order] : [];
  } catch {
    return [];
  }
}

function changed() {
  snapshot = read();
  for (const listener of listeners) listener();
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(storagePrefix)) changed();
});
subscribeSession(changed);
// What is under way when the page goes has lost its answer.
window.addEventListener('pagehide', () => {
  const operator = operatorName();
  for (const order of read()) {
    if (operator && order.page === thisPage) keepOrder(operator, { ...order, isUnknown: true });
  }
});

/** `crypto.randomUUID` is missing where the panel is served without TLS. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function keepOrder(operator: string, order: Order) {
  localStorage.setItem(entryOf(operator, order.key), JSON.stringify(order));
  changed();
}

export function closeOrder(operator: string, key: string) {
  localStorage.removeItem(entryOf(operator, key));
  changed();
}

/** Read anew, for another tab may have written a moment ago. */
export function findOrder(operator: string, key: string): Order | undefined {
  return parsed(localStorage.getItem(entryOf(operator, key)))[0];
}

/**
 * The operator's orders that keep one about the same from being sent: all but those that this page
 * is just sending, of which it will see the answers.
 */
export function heldOrders(about: string[], among = read()): Order[] {
  return among.filter(
    (order) =>
      (order.isUnknown || order.page !== thisPage) &&
      order.about.some((one) => about.includes(one)),
  );
}

/** Nobody waits for the answer any more, so it has to be asked for. */
export function isLost({ isUnknown, page, sentAt }: Order, now = Date.now()): boolean {
  return isUnknown || (page !== thisPage && now - sentAt > lostAfterMs);
}

export function useOrders(): Order[] {
  return useSyncExternalStore(subscribe, () => snapshot);
}

export function useHeldOrders(about: string[]): Order[] {
  return heldOrders(about, useOrders());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
