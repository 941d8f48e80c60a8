import { transactions } from '@pitboss/contract/transactions';
import { read, writeInOneStatement } from '../http/bind.ts';
import type { Each, SentOnce } from '../http/one-statement.ts';
import type { App } from '../http/route.ts';
import { fieldRefusal } from '../kernel/refusal.ts';
import { listTransactions } from './list-statement.ts';
import { type Moved, moneyField, moveMoneySql, moveRefusal } from './transactions.ts';

const shared = {
  field: moneyField,
  refusalOf: moveRefusal,
  dataOf: ({ transferId, balanceMinor }: Moved) => ({
    transactionId: transferId,
    balance: balanceMinor,
  }),
} as const;

export function transactionRoutes(app: App): void {
  writeInOneStatement(app, transactions.deposit, {
    ...shared,
    message: 'Deposit successful!',
    check: ({ params, body }) => {
      if (body.userId === undefined || body.userId === params.id) return;
      throw fieldRefusal('userId', 'The account in the path and in the body must be the same.');
    },
    verb: (opened, each) => moveMoneySql(opened, orderOf('deposit', each), each(keySent)),
  });

  writeInOneStatement(app, transactions.withdraw, {
    ...shared,
    message: 'Withdraw successful!',
    verb: (opened, each) => moveMoneySql(opened, orderOf('withdraw', each), each(keySent)),
  });

  read(app, transactions.listStatement, ({ db, actor, body }) => listTransactions(db, actor, body));
}

type Move = typeof transactions.deposit | typeof transactions.withdraw;

function orderOf<C extends SentOnce<Move>>(kind: 'deposit' | 'withdraw', each: Each<C>) {
  return {
    kind,
    clientId: each(({ params }) => params.id),
    amountMinor: each(({ body }) => body.amount),
    remarks: each(({ body }) => body.remarks ?? ''),
  };
}

function keySent({ key }: { key: string | null }): string | null {
  return key;
}
