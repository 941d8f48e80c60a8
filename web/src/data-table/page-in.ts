import type { ResultOf } from '@pitboss/contract/endpoint';

/** What a list answers: its page, or its page inside of `data` with the totals beside it. */
type Plain<Row> = { data: Row[] };
type Wrapped<Row> = { data: Plain<Row> };

export type RowOf<E> =
  ResultOf<E> extends Plain<infer Row extends object>
    ? Row
    : ResultOf<E> extends Wrapped<infer Row extends object>
      ? Row
      : never;

export type TotalsOf<E> =
  ResultOf<E> extends { totals?: infer Totals } ? NonNullable<Totals> : never;

export type PageOf<E> =
  ResultOf<E> extends Wrapped<unknown>
    ? ResultOf<E>['data'] & Omit<ResultOf<E>, 'data'>
    : ResultOf<E>;

/** The page of an answer in the one form that tables know: its rows, and the totals beside them. */
export function pageIn(answer: unknown) {
  const given = answer as Plain<unknown> | Wrapped<unknown> | undefined;
  if (!given || Array.isArray(given.data)) return given;
  const { data: page, ...beside } = given;
  return { ...page, ...beside };
}
