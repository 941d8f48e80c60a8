import { sql } from 'kysely';
import { cashOutBet } from '../bets/cash-out.ts';
import { placeBets } from '../bets/place-bets.ts';
import type { Db } from '../db/database.ts';
import { lead } from '../db/lead.ts';
import { inTransaction } from '../db/transaction.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { pause } from '../kernel/pause.ts';
import { chooseBet } from './choose-bet.ts';
import { pickClients } from './pick-clients.ts';

const lookEveryMs = 400;
const betsInRound = { least: 12, spread: 20 };

/** Simulated clients that bet on the rounds as they come, and leave them by hand now and then. */
export async function livePlayers(
  db: Db,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  await lead({
    db,
    stopping,
    onError,
    lock: leaderLocks.demoPlayers,
    work: async (connection) => {
      const table: Table = { round: 0n, betsLeft: 0, byHand: [] };
      while (!stopping.aborted) {
        await playOn(connection, table);
        await pause(lookEveryMs, stopping);
      }
    },
  });
}

/** What the players know of the round that they are in. */
interface Table {
  round: bigint;
  betsLeft: number;
  byHand: bigint[];
}

async function playOn(db: Db, table: Table): Promise<void> {
  const { rows } = await sql<{ id: bigint; state: 'betting' | 'flying' }>`
    select id, state from rounds
    where source = 'engine' and state in ('betting', 'flying')`.execute(db);
  const [round] = rows;
  if (!round) return;
  if (round.id !== table.round) {
    table.round = round.id;
    table.betsLeft = betsInRound.least + Math.floor(Math.random() * betsInRound.spread);
    table.byHand = [];
  }
  if (round.state === 'betting') await betSome(db, table);
  else await leaveSome(db, table);
}

/** A few at a time, as people do. */
async function betSome(db: Db, table: Table): Promise<void> {
  const count = Math.min(table.betsLeft, 1 + Math.floor(Math.random() * 4));
  if (count === 0) return;
  table.betsLeft -= count;
  const clients = await pickClients(db, count, { withDemo: true });
  const bets = clients.map((client) => chooseBet(client.id, client.currency, Math.random, 0.8));
  const placed = await inTransaction(db, (tx) =>
    placeBets(tx, table.round, { actorId: null, serviceKeyId: null }, bets),
  );
  for (const [index, { betId }] of placed.entries()) {
    if (betId !== null && bets[index]?.autoHundredths === null) table.byHand.push(betId);
  }
}

async function leaveSome(db: Db, table: Table): Promise<void> {
  if (Math.random() > 0.5) return;
  const betId = table.byHand.shift();
  if (betId !== undefined) await inTransaction(db, (tx) => cashOutBet(tx, betId));
}
