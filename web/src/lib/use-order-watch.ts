import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isLost, type Order, thisPage, useOrders } from './orders.ts';
import { refresh } from './refresh.ts';
import { askUntilKnown, orderWords } from './send-order.ts';
import { operatorName } from './session.ts';
import { toast } from './toast.ts';

const lookMs = 5_000;

/**
 * Looks after the operator's orders that no page waits for any more: those from before a reload, or
 * of a tab that was closed. What is over, wherever that came out, makes lists and balances old.
 */
export function useOrderWatch() {
  const client = useQueryClient();
  const orders = useOrders();
  const before = useRef(orders);
  const asked = useRef(new Set<string>());
  const [, setLooks] = useState(0);
  useEffect(() => {
    const isOver = ({ key }: Order) => orders.every((order) => order.key !== key);
    for (const { refreshes } of before.current.filter(isOver)) refresh(client, ...refreshes);
    before.current = orders;
    for (const order of orders) {
      const isOurs = order.page !== thisPage && isLost(order) && !order.isUnaskable;
      if (!isOurs || asked.current.has(order.key)) continue;
      asked.current.add(order.key);
      tellOutcome(order).finally(() => asked.current.delete(order.key));
    }
  });
  // One that is being sent elsewhere may grow old without another word.
  const hasOthers = orders.some(({ page, isUnknown }) => page !== thisPage && !isUnknown);
  useEffect(() => {
    if (!hasOthers) return;
    const timer = setInterval(() => setLooks((looks) => looks + 1), lookMs);
    return () => clearInterval(timer);
  }, [hasOthers]);
}

async function tellOutcome(order: Order) {
  const operator = operatorName() ?? '';
  const known = await askUntilKnown(operator, order.key);
  if (!known) return;
  const more = { detail: orderWords(order) };
  if (known.outcome === 'done') toast.success(known.message || order.done, undefined, more);
  else toast.error(order.failed, undefined, more);
}
