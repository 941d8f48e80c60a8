import { hrefOf, type NewSupport, type Support } from '@pitboss/contract/support';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';

/** The support links of one operator, as its clients see them. */
export async function listSupport(db: Db, operatorId: bigint): Promise<Support[]> {
  const { rows } = await sql<Support>`
    select id as "_id", type, link from support_links where owner_id = ${operatorId}
    order by id desc`.execute(db);
  return rows.map(withHref);
}

function withHref<Entry extends { link: string }>(entry: Entry): Entry & { href: string } {
  return { ...entry, href: hrefOf(entry.link) };
}

export async function addSupport(
  tx: Tx,
  actor: Actor,
  entry: NewSupport,
): Promise<{ entry: Support; change: Change }> {
  const { id } = await tx
    .insertInto('support_links')
    .values({ owner_id: actor.id, ...entry })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { entry: withHref({ _id: id, ...entry }), change: { kind: 'support', id, after: entry } };
}

export async function updateSupport(
  tx: Tx,
  actor: Actor,
  id: bigint,
  entry: NewSupport,
): Promise<{ entry: Support; change: Change }> {
  const before = await getOwn(tx, actor, id, sql`for update`);
  await tx.updateTable('support_links').set(entry).where('id', '=', id).execute();
  const change: Change = { kind: 'support', id, before: { ...before }, after: entry };
  return { entry: withHref({ _id: id, ...entry }), change };
}

export async function removeSupport(tx: Tx, actor: Actor, id: bigint): Promise<Change> {
  const before = await getOwn(tx, actor, id, sql`for update`);
  await tx.deleteFrom('support_links').where('id', '=', id).execute();
  return { kind: 'support', id, before: { ...before } };
}

async function getOwn(db: Db, actor: Actor, id: bigint, lock: RawBuilder<unknown>) {
  const { rows } = await sql<NewSupport>`
    select type, link from support_links where id = ${id} and owner_id = ${actor.id} ${lock}
  `.execute(db);
  if (!rows[0]) throw new Refusal('notFound', 'Support entry not found.');
  return rows[0];
}
