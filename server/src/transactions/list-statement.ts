import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { StatementRow, transactions } from '@pitboss/contract/transactions';
import { findBranch } from '../db/branch.ts';
import type { Db } from '../db/database.ts';
import { assertRange } from '../db/table-page.ts';
import type { Actor } from '../kernel/actor.ts';
import { listStatement, type StatementEntry } from '../ledger/statement.ts';
import { getBelow } from '../users/tree.ts';

type Query = BodyOf<typeof transactions.listStatement>;
type Page = ResultOf<typeof transactions.listStatement>;

/** Wallet entries of one account below the caller, or of the caller and its whole branch. */
export async function listTransactions(db: Db, actor: Actor, query: Query): Promise<Page> {
  const { startDate, endDate, userId } = query;
  assertRange(query);
  const account = userId === undefined ? undefined : await getBelow(db, actor, userId);
  const currency = query.currency ?? (account ?? actor).currency;
  const scope = account ? { userId: account.id, currency } : await findBranch(db, actor, currency);
  const page = await listStatement(db, scope, { from: startDate, to: endDate }, query);
  return {
    draw: query.draw,
    data: page.entries.map((entry) => ({ ...rowOf(entry), currency })),
    recordsTotal: page.recordsTotal,
    recordsFiltered: page.recordsFiltered,
    totals: { deposit: page.depositMinor, withdraw: page.withdrawMinor },
  };
}

function rowOf(entry: StatementEntry): Omit<StatementRow, 'currency'> {
  const { id, username, createdAt, amountMinor, balanceAfterMinor, remarks } = entry;
  return {
    id,
    username,
    createdAt,
    deposit: amountMinor > 0n ? amountMinor : 0n,
    withdraw: amountMinor < 0n ? -amountMinor : 0n,
    bankBalance: balanceAfterMinor,
    remarks,
    // Entries never change, so they were last updated when they were made.
    updatedAt: createdAt,
  };
}
