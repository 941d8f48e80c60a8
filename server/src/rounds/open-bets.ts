import { type RawBuilder, sql } from 'kysely';

/** Open bets, of the few rounds that may have any; for who asks for nothing but all of them. */
export const isOpen = sql`b.type = 'unsettled'
  and b.round_id = any (array(select id from rounds where not bets_have_ended))`;

/**
 * Open bets of somebody or of a round, as a condition of `b`. They are found by their rounds
 * whatever else is asked for beside it: left to choose, the planner would also look up everything
 * that was placed in a range.
 */
export function openBets(whose: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`b.id = any (array(select b.id from bets b where ${isOpen} and ${whose}))`;
}

/** What a round has left open that ended a minute ago and more: settling may take a moment. */
export function leftBets(whose: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${openBets(whose)} and exists (select from rounds ended
    where ended.id = b.round_id and ended.ended_at < now() - interval '1 minute')`;
}
