import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Everything an operator can change, as one fingerprint: equal before and after a refused call. */
export async function snapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    select md5(concat_ws('|',
      (select string_agg(u::text, '/' order by id) from users u),
      (select string_agg(a::text, '/' order by id) from accounts a),
      (select string_agg(g::text, '/' order by name) from games g),
      (select string_agg(b::text, '/' order by id) from banks b),
      (select string_agg(r::text, '/' order by id) from cash_requests r),
      (select string_agg(e::text, '/' order by id) from events e),
      (select string_agg(s::text, '/' order by id) from support_links s),
      (select string_agg(r::text, '/' order by id) from rounds r),
      (select string_agg(b::text, '/' order by id) from bets b),
      (select string_agg(k::text, '/' order by id) from service_keys k),
      (select count(*) from multiplier_tables),
      (select count(*) from cash_request_steps),
      (select count(*) from files),
      (select count(*) from transfers),
      (select count(*) from entries),
      (select count(*) from idempotency_keys))) as fingerprint`.execute(db);
  return rows[0]?.fingerprint ?? '';
}
