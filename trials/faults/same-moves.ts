import { sql } from 'kysely';
import type { Book } from './book.ts';
import type { World } from './world.ts';

/** Deposits and withdrawals that clients were told of, against those that were made. */
export async function countMoves({ db, people }: World, { acknowledged }: Book) {
  const told = new Set(acknowledged.map(({ key }) => key));
  const operators = people.operators.map(({ id }) => id);
  const { rows } = await sql<{ key: string }>`
    select idempotency_key as key from transfers
    where kind in ('deposit', 'withdraw') and actor_id = any(${operators})
      and idempotency_key is not null`.execute(db);
  const made = rows.map(({ key }) => key);
  const lost = [...told].filter((key) => !made.includes(key)).length;
  const doubled = made.length - new Set(made).size;
  const untold = made.filter((key) => !told.has(key)).length;
  const faults = Object.entries({ lost, doubled, untold })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} moves ${what}`);
  return { made: made.length, faults };
}
