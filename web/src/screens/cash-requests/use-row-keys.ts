import type { CashRequest } from '@pitboss/contract/cash-requests';
import { useEffect } from 'react';
import { focusedRow, moveFocus } from './row-focus.ts';
import { type RowCommand, rowCommands } from './shortcuts.ts';

interface Given {
  isOn: boolean;
  rows: CashRequest[];
  onCommand: (command: RowCommand, request: CashRequest) => void;
  onHelp: () => void;
}

/**
 * Single keys for the rows. They rest while something is typed or chosen or a dialog has the
 * focus; whether they are on beside that is the caller's to say.
 */
export function useRowKeys({ isOn, rows, onCommand, onHelp }: Given) {
  useEffect(() => {
    if (!isOn) return;
    const act = (event: KeyboardEvent) => {
      if (isForOthers(event)) return;
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
  return event.target instanceof Element && event.target.closest(others) !== null;
}
