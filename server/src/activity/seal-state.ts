import type { activity } from '@pitboss/contract/activity';
import type { ResultOf } from '@pitboss/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** So many events are read again to check the seals that hold them. */
const checkedMax = 5_000;

interface State {
  position: bigint | null;
  at: Date;
  upTo: Date;
  hash: string;
  checkedFrom: Date | null;
  isWhole: boolean;
  waiting: number;
}

/** How far the record of events is sealed, and whether the newest of its seals hold. */
export async function sealState(db: Db): Promise<ResultOf<typeof activity.seal>> {
  const { rows } = await sql<State>`
    select seal_position as position, sealed_at as at, up_to as "upTo",
      left(encode(hash, 'hex'), 12) as hash, checked_from as "checkedFrom",
      is_whole as "isWhole", waiting
    from seal_state(${checkedMax})`.execute(db);
  const [{ position, at, upTo, hash, ...state }] = rows as [State];
  return { ...state, seal: position === null ? null : { position, at, upTo, hash } };
}
