import { transactions } from '@pitboss/contract/transactions';
import { type App, read, write } from '../http/bind.ts';
import { fieldRefusal } from '../kernel/refusal.ts';
import { listTransactions } from './list-statement.ts';
import { deposit, type Moved, withdraw } from './transactions.ts';

export function transactionRoutes(app: App): void {
  write(app, transactions.deposit, async ({ tx, actor, params, body }) => {
    const { userId, amount: amountMinor, remarks = '' } = body;
    if (userId !== undefined && userId !== params.id) {
      throw fieldRefusal('userId', 'The account in the path and in the body must be the same.');
    }
    const moved = await deposit(tx, actor, { clientId: params.id, amountMinor, remarks });
    return { message: 'Deposit successful!', ...answer(moved) };
  });

  write(app, transactions.withdraw, async ({ tx, actor, params, body }) => {
    const { amount: amountMinor, remarks = '' } = body;
    const moved = await withdraw(tx, actor, { clientId: params.id, amountMinor, remarks });
    return { message: 'Withdraw successful!', ...answer(moved) };
  });

  read(app, transactions.listStatement, ({ db, actor, body }) => listTransactions(db, actor, body));
}

function answer({ transferId, balanceMinor, change }: Moved) {
  return { data: { transactionId: transferId, balance: balanceMinor }, change };
}
