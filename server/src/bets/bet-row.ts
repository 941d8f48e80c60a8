import type { Bet, BetType } from '@pitboss/contract/bets';
import type { Currency, Minor } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface BetRow {
  id: bigint;
  userId: bigint;
  username: string;
  roundId: bigint;
  stakeMinor: Minor;
  cashoutMinor: Minor | null;
  type: BetType;
  autoHundredths: number | null;
  cashoutHundredths: number | null;
  /** Missing where nobody asked for it. */
  crashHundredths?: number | null;
  currency: Currency;
  createdAt: Date;
  updatedAt: Date;
}

export const betColumns = sql`
  b.id, b.user_id as "userId", u.username, b.round_id as "roundId",
  b.stake_minor as "stakeMinor", b.cashout_minor as "cashoutMinor", b.type,
  b.auto_hundredths as "autoHundredths", b.cashout_hundredths as "cashoutHundredths", b.currency,
  b.created_at as "createdAt", b.updated_at as "updatedAt"`;
/** With where the round crashed, which nobody knows before it has. */
export const betColumnsWithCrash = sql`${betColumns},
  (select r.multiplier_hundredths from rounds r where r.id = b.round_id and r.state = 'crashed')
    as "crashHundredths"`;
export const betSource = sql`bets b join users u on u.id = b.user_id`;

/** A client's own bet. */
export async function findOwnBet(db: Db, userId: bigint, id: bigint): Promise<BetRow | undefined> {
  const { rows } = await sql<BetRow>`
    select ${betColumns} from ${betSource} where b.id = ${id} and b.user_id = ${userId}`.execute(
    db,
  );
  return rows[0];
}

export function toBet(row: BetRow): Bet {
  const { _id, ...bet } = toOwnBet(row);
  const crash = row.crashHundredths ?? undefined;
  return {
    _id,
    user: { _id: row.userId, username: row.username },
    ...bet,
    ...(crash === undefined ? {} : { crash }),
  };
}

/** As its player is shown it. */
export function toOwnBet(row: Omit<BetRow, 'userId' | 'username'>): Omit<Bet, 'user'> {
  const { cashoutMinor, autoHundredths, cashoutHundredths } = row;
  return {
    _id: row.id,
    round: row.roundId,
    stake: row.stakeMinor,
    ...(cashoutMinor === null ? {} : { cashoutAmount: cashoutMinor }),
    type: row.type,
    bettype: autoHundredths === null ? 'manual' : 'auto',
    ...(autoHundredths === null ? {} : { autoCashout: autoHundredths }),
    // A bet that was given back has not left at anything.
    ...(cashoutHundredths === null || row.type === 'void' ? {} : { multiplier: cashoutHundredths }),
    currency: row.currency,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
