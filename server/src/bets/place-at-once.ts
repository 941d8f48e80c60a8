import type { Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { declineShort } from '../ledger/post.ts';
import type { BetRow } from './bet-row.ts';

type Placed = Pick<BetRow, 'id' | 'roundId' | 'currency' | 'createdAt'>;

/** A client's own bet in one round trip; undefined where it is declined. */
export async function placeAtOnce(
  db: Db,
  call: RawBuilder<unknown>,
  given: { stake: Minor; autoCashout?: number | undefined },
): Promise<Omit<BetRow, 'userId' | 'username'> | undefined> {
  const { stake: stakeMinor, autoCashout: autoHundredths = null } = given;
  const { rows } = await sql<Placed>`
    select bet_id as id, round_id as "roundId", currency, placed_at as "createdAt"
    from place_at_once(${call}, ${stakeMinor}, ${autoHundredths})`
    .execute(db)
    .catch(declineShort);
  const placed = rows[0];
  return (
    placed && {
      ...{ ...placed, stakeMinor, autoHundredths, type: 'unsettled', updatedAt: placed.createdAt },
      ...{ cashoutMinor: null, cashoutHundredths: null },
    }
  );
}
