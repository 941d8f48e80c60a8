import { type Bank, type BankChanges, banks, type NewBank } from '@pitboss/contract/banks';
import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { searchTerm, searchTexts } from '../lists/search.ts';
import { listPage, sortKeysOf } from '../lists/table-page.ts';

const sortKeys = sortKeysOf(banks.list, {
  _id: sql`b.id`,
  IBAN: sql`b.iban`,
  accountHolderName: sql`lower(b.account_holder_name)`,
  accountNumber: sql`b.account_number`,
  bankName: sql`lower(b.bank_name)`,
  isDeleted: sql`b.is_deleted`,
  limits: sql`b.daily_limit`,
  maxAmount: sql`b.max_amount_minor`,
  status: sql`b.status`,
});

const bankColumns: RawBuilder<unknown> = sql`
  b.id as "_id", b.bank_name as "bankName", b.account_number as "accountNumber",
  b.account_holder_name as "accountHolderName", b.iban as "IBAN", b.is_deleted as "isDeleted",
  b.daily_limit as limits, b.max_amount_minor as "maxAmount", b.status`;

const searched = [sql`b.bank_name`, sql`b.account_number`, sql`b.account_holder_name`, sql`b.iban`];

/** The caller's own banks, deleted ones included: they can be brought back. */
export async function listBanks(db: Db, actor: Actor, query: TableQuery) {
  const term = searchTerm(query);
  return listPage<Bank>(db, query, {
    columns: bankColumns,
    source: sql`from banks b where b.owner_id = ${actor.id}`,
    search: term && searchTexts(term, searched, [sql`b.id`]),
    sortKeys,
    id: sql`b.id`,
  });
}

/** What the clients of an operator may pay to. */
export async function listActiveBanks(db: Db, operatorId: bigint): Promise<Bank[]> {
  const { rows } = await sql<Bank>`
    select ${bankColumns} from banks b
    where b.owner_id = ${operatorId} and b.status = 'active' and not b.is_deleted
    order by b.id`.execute(db);
  return rows;
}

export async function addBank(
  tx: Tx,
  actor: Actor,
  bank: NewBank,
): Promise<{ bank: Bank; change: Change }> {
  const { id } = await tx
    .insertInto('banks')
    .values({
      owner_id: actor.id,
      bank_name: bank.bankName,
      account_number: bank.accountNumber,
      account_holder_name: bank.accountHolderName,
      iban: bank.IBAN,
      max_amount_minor: bank.maxAmount ?? null,
      daily_limit: bank.limits ?? null,
      status: bank.status ?? 'active',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await getBank(tx, actor, id);
  return { bank: added, change: { kind: 'bank', id, after: recorded(added) } };
}

export async function updateBank(
  tx: Tx,
  actor: Actor,
  id: bigint,
  changes: BankChanges,
): Promise<{ bank: Bank; change: Change }> {
  const before = await getBank(tx, actor, id, sql`for update`);
  const next = { ...before, ...changes };
  await tx
    .updateTable('banks')
    .set({
      bank_name: next.bankName,
      account_number: next.accountNumber,
      account_holder_name: next.accountHolderName,
      iban: next.IBAN,
      max_amount_minor: next.maxAmount,
      daily_limit: next.limits,
      status: next.status,
      is_deleted: next.isDeleted,
      updated_at: sql`platform_now()`,
    })
    .where('id', '=', id)
    .execute();
  const after = await getBank(tx, actor, id);
  const change = { kind: 'bank', id, before: recorded(before), after: recorded(after) } as const;
  return { bank: after, change };
}

async function getBank(
  db: Db,
  actor: Actor,
  id: bigint,
  lock: RawBuilder<unknown> = sql``,
): Promise<Bank> {
  const { rows } = await sql<Bank>`
    select ${bankColumns} from banks b where b.id = ${id} and b.owner_id = ${actor.id} ${lock}
  `.execute(db);
  if (!rows[0]) throw new Refusal('notFound', 'Bank not found.');
  return rows[0];
}

/** Account numbers stand in the record by their last four characters only. */
function recorded(bank: Bank): Record<string, unknown> {
  return { ...bank, accountNumber: masked(bank.accountNumber), IBAN: masked(bank.IBAN) };
}

/** The last four characters at most, and of a short text fewer, so that it never stands whole. */
export function masked(text: string): string {
  // By whole characters: half of one cannot be stored.
  const characters = [...text];
  return `…${characters.slice(Math.max(4, characters.length - 4)).join('')}`;
}
