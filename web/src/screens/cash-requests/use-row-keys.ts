import type { CashRequest } from '@pitboss/contract/cash-requests';
import { useLayoutEffect, useRef } from 'react';
import { focusedRow, moveFocus } from './row-focus.ts';
import { type RowCommand, rowCommands } from './shortcuts.ts';

interface Given {
  isOn: boolean;
  isDialogOpen: boolean;
  rows: CashRequest[];
  onCommand: (command: RowCommand, request: CashRequest) => void;
  onHelp: () => void;
}

/** Who still types when a dialog closes does not mean the rows. */
const restMs = 500;

/**
 * Single keys for the rows. They rest while something is typed or chosen, while a dialog is open
 * or has the focus, and a moment after it closed. What is drawn hears them: nothing is lost between
 * a row and its keys.
 */
export function useRowKeys({ isOn, isDialogOpen, rows, onCommand, onHelp }: Given) {
  const closedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (!isDialogOpen) return;
    return () => {
      closedAt.current = performance.now();
    };
  }, [isDialogOpen]);
  useLayoutEffect(() => {
    if (!isOn || isDialogOpen) return;
    const act = (event: KeyboardEvent) => {
      if (isForOthers(event) || performance.now() - closedAt.current < restMs) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const row = focusedRow();
      if (key === '?') onHelp();
      else if (key === 'j' || (row && key === 'ArrowDown')) moveFocus(1);
      else if (key === 'k' || (row && key === 'ArrowUp')) moveFocus(-1);
      else {
        const command = rowCommands[key];
        const request = rows.find(({ _id }) => String(_id) === row?.dataset.request);
        if (!command || !request || event.repeat) return;
        onCommand(command, request);
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  });
}

function isForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const others = 'input, select, textarea, [contenteditable], [role=dialog]';
  const { activeElement } = document;
  return [event.target, activeElement].some(
    (element) => element instanceof Element && element.closest(others) !== null,
  );
}
