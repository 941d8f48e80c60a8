import type { CashRequest } from '@pitboss/contract/cash-requests';
import { isFinal } from './desk.ts';

export type RowCommand = 'receipt' | 'bank' | 'success' | 'failed' | 'note' | 'pending';

/** What a single key does to the row that has the focus. */
export const rowCommands: Record<string, RowCommand | undefined> = {
  r: 'receipt',
  b: 'bank',
  s: 'success',
  f: 'failed',
  n: 'note',
  p: 'pending',
};

export const shortcuts = [
  { keys: ['J', '↓'], does: 'Next row' },
  { keys: ['K', '↑'], does: 'Previous row' },
  { keys: ['R'], does: 'Receipt' },
  { keys: ['B'], does: 'Bank details' },
  { keys: ['S'], does: 'Success, after a confirmation' },
  { keys: ['F'], does: 'Failed, sent at once' },
  { keys: ['N'], does: 'Failed, with a note' },
  { keys: ['P'], does: 'Back to pending' },
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
