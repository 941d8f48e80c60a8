import type { BodyOf } from '@pitboss/contract/endpoint';
import { transactions } from '@pitboss/contract/transactions';
import { read, writeInOneStatement } from '../http/bind.ts';
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
    verb: (opened, { params, body, key }) => {
      if (body.userId !== undefined && body.userId !== params.id) {
        throw fieldRefusal('userId', 'The account in the path and in the body must be the same.');
      }
      return moveMoneySql(opened, { kind: 'deposit', ...orderOf(params.id, body) }, key);
    },
  });

  writeInOneStatement(app, transactions.withdraw, {
    ...shared,
    message: 'Withdraw successful!',
    verb: (opened, { params, body, key }) =>
      moveMoneySql(opened, { kind: 'withdraw', ...orderOf(params.id, body) }, key),
  });

  read(app, transactions.listStatement, ({ db, actor, body }) => listTransactions(db, actor, body));
}

function orderOf(clientId: bigint, body: BodyOf<typeof transactions.withdraw>) {
  return { clientId, amountMinor: body.amount, remarks: body.remarks ?? '' };
}
