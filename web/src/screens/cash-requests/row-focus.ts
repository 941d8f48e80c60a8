import type { CashRequest } from '@pitboss/contract/cash-requests';
import { useEffect, useRef } from 'react';

const selector = '[data-request]';

function rowElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)];
}

/** The row that the focus is in. */
export function focusedRow(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>(selector) ?? undefined;
}

/** Up or down by one row; from outside of the rows to the first or the last of them. */
export function moveFocus(by: 1 | -1) {
  const rows = rowElements();
  const current = focusedRow();
  const index = current ? rows.indexOf(current) : by === 1 ? -1 : rows.length;
  rows[Math.min(Math.max(index + by, 0), rows.length - 1)]?.focus();
}

/**
 * After a decision the next waiting row has the focus: the first one below, else one above. An
 * operator who has meanwhile gone elsewhere is left there.
 */
export function focusNextPending(decided: CashRequest) {
  const row = focusedRow();
  const isElsewhere = row ? row.dataset.request !== String(decided._id) : !isFocusIdle();
  if (isElsewhere) return;
  const rows = rowElements();
  const index = rows.findIndex((one) => one.dataset.request === String(decided._id));
  const waiting = [...rows.slice(index + 1), ...rows.slice(0, index).reverse()].find(
    (one) => one.dataset.status === 'pending',
  );
  (waiting ?? rows[index])?.focus();
}

/** On nothing, or in a dialog that is about to close. */
function isFocusIdle(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest('[role=dialog]') != null;
}

/** When the row with the focus leaves the page, the row that took its place gets it. */
export function useHeldFocus(rows: CashRequest[] | undefined) {
  const held = useRef<{ id: string; index: number }>(undefined);
  useEffect(() => {
    const remember = (event: Event) => {
      const row = event.target instanceof Element && event.target.closest<HTMLElement>(selector);
      held.current = row
        ? { id: row.dataset.request ?? '', index: rowElements().indexOf(row) }
        : undefined;
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', remember);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', remember);
    };
  }, []);
  useEffect(() => {
    const { id, index = 0 } = held.current ?? {};
    if (!rows || !id || document.activeElement !== document.body) return;
    const elements = rowElements();
    if (elements.some((row) => row.dataset.request === id)) return;
    elements[Math.min(index, elements.length - 1)]?.focus({ preventScroll: true });
  }, [rows]);
}
