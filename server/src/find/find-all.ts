import type { Found } from '@pitboss/contract/find';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { contains, isId } from '../lists/search.ts';
import { findClients } from './find-clients.ts';

const banksMax = 5;
const transfersMax = 4;

/** What the words name in the caller's branch; a number is looked for as that of anything. */
export async function findAll(db: Db, actor: Actor, words: string): Promise<Found> {
  const term = words.trim().replace(/^#/, '').toLowerCase();
  const id = isId(term) ? BigInt(term) : undefined;
  const found = { clients: await findClients(db, actor, term), banks: [] as Found['banks'] };
  if (term) found.banks = await findBanks(db, actor, term, id);
  if (id === undefined) return { ...found, requests: [], rounds: [], bets: [], transfers: [] };
  return {
    ...found,
    requests: await findRequests(db, actor, id),
    rounds: await findRounds(db, id),
    bets: await findBets(db, actor, id),
    transfers: await findTransfers(db, actor, id),
  };
}

/** An operator keeps a handful of its own; they are looked through. */
async function findBanks(db: Db, actor: Actor, term: string, id: bigint | undefined) {
  const { rows } = await sql<Found['banks'][number]>`
    select b.id as _id, b.bank_name as "bankName", b.account_holder_name as "accountHolderName"
    from banks b
    where b.owner_id = ${actor.id} and not b.is_deleted and (b.id = ${id ?? null}
      or b.account_number = ${term} or ${contains(sql`b.bank_name`, term)})
    order by b.id = ${id ?? 0n} desc, b.id desc limit ${banksMax}`.execute(db);
  return rows;
}

async function findRequests(db: Db, actor: Actor, id: bigint) {
  const { rows } = await sql<Found['requests'][number]>`
    select r.id as _id, u.id as "userId", u.username, r.created_at as "createdAt",
      r.amount_minor as amount, r.currency, r.type, r.status
    from cash_requests r join users u on u.id = r.user_id
    where r.id = ${id} and ${actor.id} = any (u.ancestor_ids)`.execute(db);
  return rows;
}

/** Rounds are nobody's: every operator may look at each. */
async function findRounds(db: Db, id: bigint) {
  const { rows } = await sql<Found['rounds'][number]>`
    select r.id as _id, r.state, r.created_at as "createdAt" from rounds r
    where r.id = ${id}`.execute(db);
  return rows;
}

async function findBets(db: Db, actor: Actor, id: bigint) {
  const { rows } = await sql<Found['bets'][number]>`
    select b.id as _id, u.id as "userId", u.username, b.created_at as "createdAt",
      b.stake_minor as amount, b.currency, b.round_id as round
    from bets b join users u on u.id = b.user_id
    where b.id = ${id} and ${actor.id} = any (u.ancestor_ids)`.execute(db);
  return rows;
}

/** By the number that statements show, which is an entry's, or by the transfer's own. */
async function findTransfers(db: Db, actor: Actor, id: bigint) {
  const { rows } = await sql<Found['transfers'][number]>`
    select e.id as _id, u.id as "userId", u.username, e.created_at as "createdAt",
      e.amount_minor as amount, e.currency, e.transfer_id as "transferId", t.kind
    from (select * from entries where id = ${id}
      union select * from entries where transfer_id = ${id} and bet_id is null) e
    join users u on u.id = e.owner_id join transfers t on t.id = e.transfer_id
    where ${actor.id} = any (u.ancestor_ids) order by e.id limit ${transfersMax}`.execute(db);
  return rows;
}
