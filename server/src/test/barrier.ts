import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { TestApp } from './test-app.ts';

/** Stops calls of our choosing right before they close: all is done, and nothing committed. */
export interface Barrier {
  /** Runs `first` up to its end, then starts `second`; `first` goes on once `second` has met it. */
  inOrder<A, B>(
    name: string,
    first: () => Promise<A>,
    second: () => Promise<B>,
  ): Promise<{ first: A; second: B; hasWaited: boolean }>;
  close(): Promise<void>;
}

const lockClass = 4711;

/** It is asked all the time, so it is prepared, and of the view only what it is made from. */
const waitingQuery = {
  name: 'waiting',
  text: `select count(*)::int as count from pg_stat_get_activity(null)
    where wait_event_type = 'Lock'
      and datid = (select oid from pg_database where datname = current_database())`,
};

/**
 * Every change writes an audit event as its last step: a trigger there waits for us. A call is
 * named by who makes it and what it is. One at a time: who waits beside the first is the second.
 */
export async function makeBarrier(app: TestApp): Promise<Barrier> {
  await sql`
    create function wait_before_close() returns trigger language plpgsql security definer as $$
    begin
      perform pg_advisory_xact_lock_shared(4711,
        hashtext(coalesce(new.actor_id::text, new.actor_name) || ' ' || new.action));
      return new;
    end $$`.execute(app.db);
  await sql`
    create trigger wait_before_close before insert on audit_events
    for each row when (new.outcome = 'done') execute function wait_before_close()`.execute(app.db);
  const client = new pg.Client({ connectionString: app.url });
  await client.connect();
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(waitingQuery);
    return rows[0]?.count ?? 0;
  };
  /** Until so many wait for a lock, or the work is over; answers whether they wait. */
  const until = async (count: number, work: Promise<unknown>): Promise<boolean> => {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    for (;;) {
      if ((await waiting()) >= count) return true;
      if (isOver) return false;
      await sleep(1);
    }
  };
  return {
    async inOrder(name, first, second) {
      await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, name]);
      try {
        const one = first();
        const isThere = await until(1, one);
        const other = second();
        const hasWaited = await until(isThere ? 2 : 1, other);
        await client.query('select pg_advisory_unlock_all()');
        return { first: await one, second: await other, hasWaited };
      } finally {
        await client.query('select pg_advisory_unlock_all()');
      }
    },
    close: () => client.end(),
  };
}
