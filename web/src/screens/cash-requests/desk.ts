import type { CashRequest, CashRequestStatus } from '@pitboss/contract/cash-requests';
import { createContext, use } from 'react';
import { formatMoney } from '#src/lib/format.ts';

/** What an operator may decide; only the client cancels. */
export type Decision = 'success' | 'failed' | 'pending';

export interface DeskDialog {
  kind: 'receipt' | 'bank' | 'history' | 'success' | 'failed';
  request: CashRequest;
}

interface Desk {
  show: (dialog: DeskDialog) => void;
  /** Of the row's list: success is asked about first, all else is sent without asking. */
  choose: (request: CashRequest, decision: Decision) => void;
  isNew: (request: CashRequest) => boolean;
}

/**
 * What the cells of a row need of the screen. Handed to them beside the columns: columns made
 * anew would draw every row anew and lose the operator's place in it.
 */
export const DeskContext = createContext<Desk>({
  show: () => {},
  choose: () => {},
  isNew: () => false,
});

export function useDesk(): Desk {
  return use(DeskContext);
}

/** What success does, in the words of its button. */
export function paymentWords({ type, amount, currency }: CashRequest): string {
  return `${type === 'deposit' ? 'Credit' : 'Pay'} ${formatMoney(amount)} ${currency}`;
}

/** Nothing leads on from these. */
export function isFinal(status: CashRequestStatus): boolean {
  return status === 'success' || status === 'cancelled';
}
