import type { CashRequest, cashRequests } from '@pitboss/contract/cash-requests';
import type { ResultOf } from '@pitboss/contract/endpoint';
import type { StatementRow } from '@pitboss/contract/transactions';

/** A deposit that waits, or what the test needs it to be. */
export function cashRequest(given: Partial<CashRequest> = {}): CashRequest {
  const at = new Date('2026-11-14T10:00:00Z');
  return {
    _id: 31n,
    createdAt: at,
    updatedAt: at,
    user: { _id: 7n, username: 'player7' },
    amount: 1_234_50n,
    currency: 'INR',
    type: 'deposit',
    receiptUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    bank: { bankName: 'Harbor', accountHolderName: 'Olga', accountNumber: '400', IBAN: 'PK36' },
    status: 'pending',
    note: '',
    ...given,
  };
}

export function cashPage(rows: CashRequest[]): ResultOf<typeof cashRequests.list> {
  const count = rows.length;
  return {
    draw: 1,
    data: rows,
    recordsTotal: count,
    recordsFiltered: count,
    pending: [{ count: 3, deposit: 5_000_00n, withdraw: 12_50n, currency: 'INR' }],
  };
}

/** An entry of a client's wallet, of 12.50 that came in; nobody made a remark. */
export function statementRow(given: Partial<StatementRow> = {}): StatementRow {
  const at = new Date(2026, 10, 14, 15, 4, 5);
  return {
    id: 31n,
    username: 'player7',
    createdAt: at,
    updatedAt: at,
    deposit: 12_50n,
    withdraw: 0n,
    bankBalance: 1_000_00n,
    currency: 'USD',
    remarks: '',
    ...given,
  };
}
