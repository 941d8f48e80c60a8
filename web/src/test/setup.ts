import '#src/lib/zod-setup.ts';
import '#src/ui/theme-variables.css';
import '#src/ui/styles.css';
import '#src/ui/panel-styles.css';
import { afterEach, beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { type Order, thisPage } from '#src/lib/orders.ts';
import { clearSession } from '#src/lib/session.ts';
import { getToasts, removeToast } from '#src/lib/toast.ts';

beforeEach(async () => {
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
  clearSession();
  for (const { id } of getToasts()) removeToast(id);
});

/** It would ask on, and say in the middle of another test what became of the money. */
afterEach(() => {
  const orders = Object.entries(localStorage).filter(([name]) => name.startsWith('order '));
  const asked = orders
    .map(([, text]): Order => JSON.parse(text))
    .filter(({ page, isUnknown }) => page === thisPage && isUnknown);
  if (asked.length > 0) throw new Error(`${asked[0]?.kind} was never said to be done or not`);
});
