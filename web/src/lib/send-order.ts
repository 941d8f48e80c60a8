import { calls } from '@pitboss/contract/calls';
import type { Endpoint, ResultOf } from '@pitboss/contract/endpoint';
import { type Answer, type CallInput, type CallOptions, call } from './api.ts';
import { ApiError, isNoSuchCall } from './api-error.ts';
import { closeOrder, findOrder, heldOrders, keepOrder, type Order } from './orders.ts';
import { operatorName } from './session.ts';
import { toast } from './toast.ts';

export const unknownText = 'We could not see whether this was done';

/** Money about the same is under way, and nobody knows yet what became of it; no words, if said. */
export class HeldError extends Error {
  override name = 'HeldError';
}

/**
 * Sends money under a key that is kept until its outcome is known. Where the answer is lost the
 * platform is asked by the key, and what it says is the answer: the order is never sent again.
 */
export async function sendOrder<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  order: Order,
  options: CallOptions = {},
): Promise<Answer<ResultOf<E>>> {
  const operator = operatorName() ?? '';
  if (heldOrders(order.about).length > 0) throw new HeldError(unknownText);
  const { key } = order;
  keepOrder(operator, order);
  try {
    const answer = await call(endpoint, input, { ...options, idempotencyKey: key });
    closeOrder(operator, key);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.isDefinite) {
      closeOrder(operator, key);
      throw error;
    }
    keepOrder(operator, { ...order, isUnknown: true });
    const isUnseen = !(error instanceof ApiError) || error.isConnection;
    if (isUnseen && operatorName() === operator) {
      toast.warning(unknownText, undefined, { id: `order ${key}`, detail: orderWords(order) });
    }
    const known = await askUntilKnown(operator, key);
    // Of what moves money the message alone is given; more may be missing.
    if (known?.outcome === 'done')
      return { message: known.message, data: undefined as ResultOf<E> };
    throw known ? error : new HeldError('');
  }
}

export function orderWords({ kind, detail }: Order): string {
  return `${kind}: ${detail}`;
}

/** Growing pauses, so that a line that is down is not kept busy. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Asks what became of an order until the platform says it. Undefined where that will not be known
 * here: the session has ended, or the platform has no such call.
 */
export async function askUntilKnown(operator: string, key: string) {
  const mark = (change: Partial<Order>) => {
    const order = findOrder(operator, key);
    if (order) keepOrder(operator, { ...order, ...change });
    return undefined;
  };
  for (let tries = 0; ; tries++) {
    // Whoever signs in under this name next looks after it.
    if (operatorName() !== operator) return mark({ page: '' });
    try {
      const options = { overlay: false, background: tries > 0 };
      const { data } = await call(calls.outcome, { body: { key } }, options);
      closeOrder(operator, key);
      return data;
    } catch (error) {
      if (isNoSuchCall(error)) return mark({ isUnaskable: true });
    }
    await new Promise((resolve) => setTimeout(resolve, pausesMs[tries] ?? pausesMs.at(-1)));
  }
}
