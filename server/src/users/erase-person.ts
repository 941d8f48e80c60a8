import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { endSessionsOf } from '../auth/sessions.ts';
import type { Tx } from '../db/database.ts';
import { keepImage } from '../files/images.ts';
import type { Change } from '../kernel/change.ts';

/** What stands where words about a person stood. */
const blank = 'Erased';
const bytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8' +
    'z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** A picture of one point: a deposit has a receipt. */
const blankPicture = {
  hash: createHash('sha256').update(bytes).digest(),
  type: 'image/png' as const,
  width: 1,
  height: 1,
  bytes,
};

interface Person {
  id: bigint;
  username: string;
}

/**
 * Makes blanks of everything that says who a person is. What it moved and played stays, under a
 * neutral name, and the seals hold: docs/decisions/0036. The person is held; it has neither money
 * nor anything open.
 */
export async function erasePerson(tx: Tx, { id, username }: Person): Promise<Change> {
  const name = `erased-${id}`;
  await endSessionsOf(tx, id, 'erased');
  await eraseRequests(tx, id);
  await eraseTraces(tx, id, username);
  const { rows } = await sql<{ rows: number }>`
    select erase_events(${id}, ${username}, ${name}) + erase_remarks(${id}) as rows`.execute(tx);
  // What cannot be a hash fits no password.
  await sql`update users set username = ${name}, name = ${blank}, password_hash = 'erased',
    status = 'locked', deleted_at = coalesce(deleted_at, now()), updated_at = now()
    where id = ${id}`.execute(tx);
  const { rows: digests } = await sql<{ digest: string }>`
    select erased_digest(${id}) as digest`.execute(tx);
  const after = { isDeleted: true, rows: rows[0]?.rows ?? 0, digest: digests[0]?.digest };
  return { kind: 'user', id, after };
}

/** Accounts at banks, receipts, and notes on requests and on the person itself. */
async function eraseRequests(tx: Tx, id: bigint): Promise<void> {
  const { rows } = await sql<{ hash: Buffer }>`
    select distinct receipt_hash as hash from cash_requests
    where user_id = ${id} and receipt_hash is not null`.execute(tx);
  const picture = await keepImage(tx, blankPicture);
  await sql`update cash_requests set note = '',
      client_bank = case when client_bank is not null then jsonb_build_object('bankName',
        ${blank}::text, 'accountHolderName', ${blank}::text, 'accountNumber', ${blank}::text,
        'IBAN', ${blank}::text) end,
      receipt_hash = case when receipt_hash is not null then ${picture}::bytea end
    where user_id = ${id}`.execute(tx);
  const receipts = rows.map(({ hash }) => hash).filter((hash) => !hash.equals(picture));
  await sql`delete from files f where hash = any(${receipts}::bytea[])
    and not exists (select from cash_requests where receipt_hash = f.hash)
    and not exists (select from events where f.hash in (icon_hash, image_hash))`.execute(tx);
  await sql`alter table cash_request_steps disable trigger steps_are_append_only`.execute(tx);
  await sql`update cash_request_steps set note = ''
    where request_id in (select id from cash_requests where user_id = ${id})`.execute(tx);
  await sql`alter table cash_request_steps enable trigger steps_are_append_only`.execute(tx);
  await sql`alter table client_notes disable trigger notes_are_append_only`.execute(tx);
  await sql`update client_notes set text = ${blank} where user_id = ${id}`.execute(tx);
  await sql`alter table client_notes enable trigger notes_are_append_only`.execute(tx);
}

/** Where it came from, what it was called for, its own banks and links, and its kept answers. */
async function eraseTraces(tx: Tx, id: bigint, username: string): Promise<void> {
  await sql`update sessions set address = '', agent = '', cookie_hash = null
    where user_id = ${id}`.execute(tx);
  await sql`delete from sign_in_failures
    where lower(throttled_try ->> 'actorName') = lower(${username})`.execute(tx);
  await sql`delete from second_factors where user_id = ${id}`.execute(tx);
  await sql`delete from recovery_codes where user_id = ${id}`.execute(tx);
  await sql`delete from notifications where user_id = ${id} or facts ->> 'userId' = ${String(id)}
    or lower(facts ->> 'username') = lower(${username})`.execute(tx);
  await sql`delete from notification_settings where user_id = ${id}`.execute(tx);
  await sql`delete from big_win_limits where user_id = ${id}`.execute(tx);
  await sql`delete from idempotency_keys where actor_id = ${id}`.execute(tx);
  await sql`update banks set bank_name = ${blank}, account_number = ${blank}, iban = ${blank},
    account_holder_name = ${blank}, is_deleted = true where owner_id = ${id}`.execute(tx);
  await sql`delete from support_links where owner_id = ${id}`.execute(tx);
}
