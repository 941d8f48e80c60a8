import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Stands in a statement for a value that each call has its own of. */
export class PerCall<C> {
  readonly read: (call: C) => unknown;

  constructor(read: (call: C) => unknown) {
    this.read = read;
  }
}

/** What a piece of a statement is given: values, or what reads them from each call. */
export type Given<T, C> = { [K in keyof T]: T[K] | PerCall<C> };

/**
 * A statement whose text is made once: a call only gives its values. To put it together anew is a
 * sixth of all that a busy call leaves behind in memory.
 */
export function fixedStatement<C, R>(
  statement: RawBuilder<R>,
): (db: Db, call: C) => CompiledQuery<R> {
  let made: CompiledQuery<R> | undefined;
  return (db, call) => {
    made ??= statement.compile(db);
    const parameters = made.parameters.map((value) =>
      value instanceof PerCall ? value.read(call) : value,
    );
    return { ...made, parameters };
  };
}
