import { transactions } from '@pitboss/contract/transactions';
import { type App, read, writeAtOnce } from '../http/bind.ts';
import { fieldRefusal } from '../kernel/refusal.ts';
import { listTransactions } from './list-statement.ts';
import { deposit, type Moved, moveAtOnce, withdraw } from './transactions.ts';

export function transactionRoutes(app: App): void {
  writeAtOnce(app, transactions.deposit, {
    message: 'Deposit successful!',
    atOnce: async ({ db, call, params, body }) => {
      if (isAnother(body.userId, params.id)) return undefined;
      const moved = await moveAtOnce(db, call, 'deposit', orderOf(params.id, body));
      return moved && answerOf(moved);
    },
    run: async ({ tx, actor, params, body }) => {
      if (isAnother(body.userId, params.id)) {
        throw fieldRefusal('userId', 'The account in the path and in the body must be the same.');
      }
      const moved = await deposit(tx, actor, orderOf(params.id, body));
      return { data: answerOf(moved), change: moved.change };
    },
  });

  writeAtOnce(app, transactions.withdraw, {
    message: 'Withdraw successful!',
    atOnce: async ({ db, call, params, body }) => {
      const moved = await moveAtOnce(db, call, 'withdraw', orderOf(params.id, body));
      return moved && answerOf(moved);
    },
    run: async ({ tx, actor, params, body }) => {
      const moved = await withdraw(tx, actor, orderOf(params.id, body));
      return { data: answerOf(moved), change: moved.change };
    },
  });

  read(app, transactions.listStatement, ({ db, actor, body }) => listTransactions(db, actor, body));
}

function isAnother(inBody: bigint | undefined, inPath: bigint): boolean {
  return inBody !== undefined && inBody !== inPath;
}

function orderOf(clientId: bigint, body: { amount: bigint; remarks?: string | undefined }) {
  return { clientId, amountMinor: body.amount, remarks: body.remarks ?? '' };
}

function answerOf({ transferId, balanceMinor }: Omit<Moved, 'change'>) {
  return { transactionId: transferId, balance: balanceMinor };
}
