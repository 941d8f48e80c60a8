import type { ClientNote } from '@pitboss/contract/clients';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { getBelow, keepBelow } from '../users/tree.ts';

const notesInAnswer = 50;

/** What was noted of an account below the caller, newest first; of authors above it, no names. */
export async function listNotes(
  db: Db,
  actor: Actor,
  id: bigint,
  { before }: { before?: bigint | undefined },
): Promise<ClientNote[]> {
  await getBelow(db, actor, id);
  const { rows } = await sql<ClientNote>`
    select n.id as _id, n.at, n.text,
      case when u.id = ${actor.id} or ${actor.id} = any (u.ancestor_ids) then u.username
        else 'An operator above you' end as by
    from client_notes n join users u on u.id = n.author_id
    where n.user_id = ${id}
      and (${before ?? null}::bigint is null or n.id < ${before ?? null}::bigint)
    order by n.id desc limit ${notesInAnswer}`.execute(db);
  return rows;
}

export async function addNote(
  tx: Tx,
  actor: Actor,
  id: bigint,
  text: string,
): Promise<{ note: ClientNote; change: Change }> {
  await keepBelow(tx, actor, id);
  const { id: noteId, at } = await tx
    .insertInto('client_notes')
    .values({ user_id: id, author_id: actor.id, text })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
  const note = { _id: noteId, at, by: actor.username, text };
  return { note, change: { kind: 'user', id, after: { note: text } } };
}
