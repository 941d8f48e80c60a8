import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { StatementRow, transactions } from '@pitboss/contract/transactions';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { listStatement, type StatementEntry } from '../ledger/statement.ts';
import { type Branch, findBranch } from '../lists/branch.ts';
import { searchTerm } from '../lists/search.ts';
import { inRange } from '../lists/split-range.ts';
import { assertRange } from '../lists/table-page.ts';
import { foundElsewhere } from '../users/found-elsewhere.ts';
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
  const range = { from: startDate, to: endDate };
  const page = await listStatement(db, scope, range, query, query.kind === 'cash');
  return {
    draw: query.draw,
    data: page.entries.map((entry) => ({ ...rowOf(entry), currency })),
    recordsTotal: page.recordsTotal,
    recordsFiltered: page.recordsFiltered,
    totals: { deposit: page.depositMinor, withdraw: page.withdrawMinor },
    ...('userId' in scope ? {} : { elsewhere: await elsewhere(db, scope, query) }),
  };
}

function elsewhere(db: Db, branch: Branch, query: Query) {
  const inside = inRange(sql`e.created_at`, { from: query.startDate, to: query.endDate });
  const written = sql`select from accounts a join entries e on e.account_id = a.id
    where a.user_id = u.id and a.kind = 'wallet' and e.owner_id is not null and ${inside}`;
  return foundElsewhere(db, branch, searchTerm(query), written);
}

function rowOf(entry: StatementEntry): Omit<StatementRow, 'currency'> {
  const { id, userId, username, createdAt, amountMinor, balanceAfterMinor, remarks, kind } = entry;
  return {
    id,
    userId,
    username,
    createdAt,
    deposit: amountMinor > 0n ? amountMinor : 0n,
    withdraw: amountMinor < 0n ? -amountMinor : 0n,
    bankBalance: balanceAfterMinor,
    remarks,
    kind,
    // Entries never change, so they were last updated when they were made.
    updatedAt: createdAt,
  };
}
