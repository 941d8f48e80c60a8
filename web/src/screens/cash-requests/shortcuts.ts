import type { CashRequest } from '@pitboss/contract/cash-requests';
import { isFinal } from './desk.ts';

export type RowCommand = 'receipt' | 'bank' | 'success' | 'failed' | 'pending';

/** What a single key does to the row that has the focus. */
export const rowCommands: Record<string, RowCommand | undefined> = {
  r: 'receipt',
  b: 'bank',
  s: 'success',
  f: 'failed',
  n: 'failed',
  p: 'pending',
};

export const shortcuts = [
  { keys: ['J', '↓'], does: 'Next row' },
  { keys: ['K', '↑'], does: 'Previous row' },
  { keys: ['R'], does: 'Receipt' },
  { keys: ['B'], does: 'Bank details' },
  { keys: ['S'], does: 'Success, after a confirmation' },
  { keys: ['F', 'N'], does: 'Reject, with a reason' },
  { keys: ['P'], does: 'Back to pending' },
  { keys: ['Ctrl', 'Enter'], does: 'Confirm, in a dialog' },
  { keys: ['?'], does: 'These shortcuts' },
];

/** Whether the command has something to do: a key must not ask the server for what it refuses. */
export function canDo(command: RowCommand, { status, type, bank }: CashRequest): boolean {
  if (command === 'receipt') return type === 'deposit';
  if (command === 'bank') return Boolean(bank);
  if (command === 'pending') return status === 'failed';
  if (command === 'success') return !isFinal(status);
  return status === 'pending';
}
