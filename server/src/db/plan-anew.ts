import { sql } from 'kysely';

export const anewMark = '/* planned anew */';

/**
 * Stands in a statement whose best plan depends on its values, such as the words of a search: it is
 * planned for them each time. One that is kept ready gets a plan for any values after a few calls,
 * which for these looks at everybody.
 */
export const planAnew = sql.raw(anewMark);
