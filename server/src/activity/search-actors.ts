import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../kernel/actor.ts';
import { type Search, searchTexts } from '../lists/search.ts';

/** Looked for in the usernames of those who acted, of the caller's branch alone. */
export function searchActors({ id }: Actor, term: string): Search {
  const { all, begins, exact } = searchTexts(term, [sql`named.username`]);
  const named = (holds: RawBuilder<unknown>) => sql`a.actor_id in (
    select named.id from users named
    where ${holds} and (named.id = ${id} or ${id} = any (named.ancestor_ids)))`;
  return { all: named(all), begins: named(begins), exact: named(exact) };
}
