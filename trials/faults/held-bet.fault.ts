import { seededRandom } from '@pitboss/server/demo/random';
import { auditAll } from '@pitboss/server/reports/audit-all';
import { sql } from 'kysely';
import { newBook } from './book.ts';
import { call } from './call.ts';
import { gameOf } from './game.ts';
import { startLoad } from './load.ts';
import { type Options, roundsOf } from './options.ts';
import { control, type Outcome, raceOutcome } from './outcome.ts';
import { countMoves } from './same-moves.ts';
import { inWorld, nodeFaults, type World } from './world.ts';

/** R24: in every round one bet cannot be settled, while others move money: all the rest is. */
export async function heldBet(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 30, 3);
  return inWorld({ settings: { ENGINE: 'off' }, operators: 3, clientsEach: 10 }, async (world) => {
    const random = seededRandom(seed);
    const game = gameOf(world);
    const book = newBook();
    const load = startLoad(world, book, { workers: 8, random, onlyMoves: true });
    const clients = world.people.operators.flatMap((one) => one.clients.map(({ id }) => id));
    const faults: string[] = [];
    let bets = 0;
    for (let round = 0; round < rounds && faults.length === 0; round++) {
      const stuck = clients[Math.floor(random() * clients.length)] as bigint;
      const id = await game.open();
      const placed = await game.place(id, clients);
      bets += placed;
      const mend = await refuse(world, id, stuck);
      await game.crash(id, true);
      const [settled, held] = [await countOf(world, id, 'settled'), await countHeld(world, id)];
      if (settled !== placed - 1) faults.push(`${id}: ${settled} of ${placed - 1} settled`);
      if (held !== 1) faults.push(`${id}: ${held} held`);
      await mend();
      faults.push(...(await endLeft(world, id, round % 2 === 0)));
    }
    await load.end();
    const moves = await countMoves(world, book);
    faults.push(...moves.faults, ...book.wrong);
    // The control: a bet that is held and that nobody ends.
    const last = await game.open();
    await game.place(last, clients);
    const mend = await refuse(world, last, clients[0] as bigint);
    await game.crash(last, true);
    const controls = [control('a bet that stays held', await countHeld(world, last))];
    await mend();
    faults.push(...(await endLeft(world, last, true)));
    faults.push(...(await auditAll(world.db)), ...nodeFaults(world));
    const figures = { bets, moves: moves.made };
    const acknowledged = bets + moves.made;
    const counts = { seed, rounds, acknowledged, figures, controls };
    return [raceOutcome({ row: 'R24', name: 'held-bet', ...counts, faults: faults.slice(0, 5) })];
  });
}

/** Nothing of a round can be paid to or taken from this client, as if a sum were too large. */
async function refuse({ db }: World, round: string, userId: bigint): Promise<() => Promise<void>> {
  await sql
    .raw(`
    create or replace function refuse_bet() returns trigger language plpgsql as $$
    begin
      if new.round_id = ${Number(round)} and new.user_id = ${Number(userId)} then
        raise exception 'too large' using errcode = 'numeric_value_out_of_range';
      end if;
      return new;
    end $$;
    create trigger refuse_bet before update on bets for each row execute function refuse_bet()`)
    .execute(db);
  return async () => void (await sql`drop trigger refuse_bet on bets`.execute(db));
}

async function countOf({ db }: World, round: string, type: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bets
    where round_id = ${round} and type = ${type}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function countHeld({ db }: World, round: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from held_bets where round_id = ${round}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** SUPER settles what is left, or gives it back with a reason. */
async function endLeft(world: World, roundId: string, isVoid: boolean): Promise<string[]> {
  const { token } = world.people.root;
  const reason = isVoid ? { reason: 'could not be settled' } : {};
  const path = isVoid ? '/rounds/voidleft' : '/rounds/betsattlement';
  const body = { roundId, ...reason };
  const { status, message } = await call(world.nodes[0]?.url ?? '', { path, token, body });
  const left = await countHeld(world, roundId);
  return status === 200 && left === 0 ? [] : [`${roundId}: ${status} ${message}, ${left} left`];
}
