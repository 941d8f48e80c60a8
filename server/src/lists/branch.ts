import assert from 'node:assert/strict';
import type { Currency } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Lane } from './list-by-time.ts';

/** Everybody below an operator, in one currency, with real money or with play money. */
export interface Branch {
  operatorId: bigint;
  /** The operators whose clients these are; null where nobody stands outside. */
  operatorIds: bigint[] | null;
  currency: Currency;
  isDemo: boolean;
}

/** A demo operator has demo clients only; everybody else is shown real play alone. */
export async function findBranch(
  db: Db,
  { id: operatorId, isDemo }: Pick<Actor, 'id' | 'isDemo'>,
  currency: Currency,
): Promise<Branch> {
  const operatorIds = await findOperatorIds(db, operatorId);
  return { operatorId, operatorIds, currency, isDemo };
}

/** An operator and those below it; null where nobody stands outside its branch. */
export async function findOperatorIds(db: Db, operatorId: bigint): Promise<bigint[] | null> {
  const { rows } = await sql<{ ids: bigint[]; isWhole: boolean }>`
    select array(select id from users where id = ${operatorId}
        or (ancestor_ids @> array[${operatorId}::bigint] and role <> 'USER')) as ids,
      not exists (select from users where parent_id is null and id <> ${operatorId}) as "isWhole"
  `.execute(db);
  assert(rows[0], 'A question always has an answer.');
  return rows[0].isWhole ? null : rows[0].ids;
}

/** The rows of a branch as one condition, and as lanes: one for each operator's own clients. */
export function rowsOf(
  { operatorIds }: Pick<Branch, 'operatorIds'>,
  parent: RawBuilder<unknown>,
  also: RawBuilder<unknown>,
): { every: RawBuilder<unknown>; lane: Lane } {
  if (!operatorIds) return { every: also, lane: { across: sql``, where: also } };
  const ids = sql`${operatorIds}::bigint[]`;
  return {
    every: sql`${parent} = any (${ids}) and ${also}`,
    lane: {
      across: sql`cross join unnest(${ids}) lane (id)`,
      where: sql`${parent} = lane.id and ${also}`,
    },
  };
}
