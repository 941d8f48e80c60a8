import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import { planAnew } from '../db/plan-anew.ts';

type Condition = RawBuilder<unknown>;

/**
 * What a search finds, as three conditions of which each holds the one after it: the words
 * anywhere, at the beginning, and the words themselves.
 */
export interface Search {
  all: Condition;
  begins: Condition;
  exact: Condition;
}

/** The words to search for, or undefined when there are none. */
export function searchTerm(query: TableQuery): string | undefined {
  return query.search?.value.trim().toLowerCase() || undefined;
}

/** Whether the words may be an id: then they are looked for as one. */
export function isId(term: string): boolean {
  return /^[1-9]\d{0,17}$/.test(term);
}

/** Looked for in texts, and as one of these ids. */
export function searchTexts(term: string, texts: Condition[], ids: Condition[] = []): Search {
  const same = isId(term) ? ids.map((id) => sql`${id} = ${term}`) : [];
  const any = (holds: (text: Condition) => Condition) =>
    sql`(${sql.join([sql`false`, ...texts.map(holds), ...same], sql` or `)})`;
  return {
    all: any((text) => contains(text, term)),
    begins: any((text) => beginsWith(text, term)),
    exact: any((text) => isEqual(text, term)),
  };
}

/**
 * Looked for in the usernames of whom the rows belong to, and as one of these ids. The one account
 * with that very name is found first, so that its rows are read along the index of their owner.
 */
export function searchOwners(term: string, userId: Condition, ids: Condition[]): Search {
  const same = isId(term) ? ids.map((id) => sql`${id} = ${term}`) : [];
  const or = (owner: Condition) => sql`(${sql.join([owner, ...same], sql` or `)})`;
  const named = (holds: Condition) =>
    or(sql`${userId} in (select named.id from users named where ${holds})`);
  const username = sql`named.username`;
  return {
    all: named(contains(username, term)),
    begins: named(beginsWith(username, term)),
    exact: or(sql`${userId} = (select id from users where lower(username) = ${term})`),
  };
}

/**
 * Whether a text column holds the words; percent signs and underscores mean themselves. From three
 * letters on an index of trigrams can look for them, below that it would read all of itself.
 */
export function contains(column: Condition, term: string): RawBuilder<boolean> {
  if (isShort(term)) return sql<boolean>`strpos(lower(${column}), ${term}) > 0`;
  return sql<boolean>`lower(${column}) like ${`%${escaped(term)}%`} ${planAnew}`;
}

function beginsWith(column: Condition, term: string): RawBuilder<boolean> {
  if (isShort(term)) return sql<boolean>`starts_with(lower(${column}), ${term})`;
  return sql<boolean>`lower(${column}) like ${`${escaped(term)}%`} ${planAnew}`;
}

/** As a pattern without a gap the index of trigrams finds it, where a column has no other. */
function isEqual(column: Condition, term: string): RawBuilder<boolean> {
  if (isShort(term)) return sql<boolean>`lower(${column}) = ${term}`;
  return sql<boolean>`lower(${column}) like ${escaped(term)} ${planAnew}`;
}

export function isShort(term: string): boolean {
  return [...term].length < 3;
}

function escaped(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&');
}

/** In the order in which they stand on a page; none has a row of another. */
const ranks = ['exact', 'begins', 'rest'] as const;
type Rank = (typeof ranks)[number];

/** What each rank holds. Where there is no such name, whether a row has it is unknown. */
export function ranksOf({ all, begins, exact }: Search): Record<Rank, Condition> {
  return {
    exact,
    begins: sql`${begins} and ${exact} is not true`,
    rest: sql`${all} and ${begins} is not true`,
  };
}

/** Where a row of what was found stands, to order by. */
export function rankOf(search: Search): Condition {
  return sql`case when ${search.exact} then 0 when ${search.begins} then 1 else 2 end`;
}

interface Ranked<Row> {
  query: Pick<TableQuery, 'start' | 'length'>;
  /** How many rows the search finds. */
  total: number;
  count: (rank: Exclude<Rank, 'rest'>) => Promise<number>;
  read: (rank: Rank, limit: number, offset: number) => Promise<Row[]>;
}

/**
 * The rows of a page of what was found: first those that are the words themselves, then those that
 * begin with them, then the rest, each in the order that was asked for. They are read one after the
 * other and not sorted together: so the few at the top cost no more than they do alone.
 */
export async function readRanked<Row>({ query, total, count, read }: Ranked<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  const end = Math.min(query.start + query.length, total);
  let before = 0;
  for (const rank of ranks) {
    if (before >= end) break;
    const size = rank === 'rest' ? total - before : await count(rank);
    const from = Math.max(query.start, before);
    const to = Math.min(end, before + size);
    if (from < to) rows.push(...(await read(rank, to - from, from - before)));
    before += size;
  }
  return rows;
}
