import { sql } from 'kysely';

/** Open bets, of the rounds that may have any: those are few, and an index leads from them. */
export const isOpen = sql`b.type = 'unsettled'
  and b.round_id = any (array(select id from rounds where not bets_have_ended))`;

/** What a round has left open that ended a minute ago and more: settling may take a moment. */
export const isLeft = sql`${isOpen} and exists (select from rounds ended
  where ended.id = b.round_id and ended.ended_at < now() - interval '1 minute')`;
