import type * as z from 'zod/mini';
import type { About } from './about.ts';
import type { ListColumns, NoColumns } from './columns.ts';
import { Id, NoBody, NoData, type Schema } from './wire.ts';

/**
 * Who may call: anyone, clients, operators of either role, SUPER alone, or a game server with its
 * service key. The server decides; the panel reads it only to hide what would be refused.
 */
export type Allow = 'public' | 'players' | 'operators' | 'super' | 'services';

/** How a body may be sent: as JSON, as JSON or a table's urlencoded form, or with files. */
export type Takes = 'json' | 'form' | 'multipart';

/** What a call does: `money` is a write that also honours an Idempotency-Key. */
export type Effect = 'read' | 'write' | 'money';

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type Params<P extends string> = { [Name in ParamNames<P>]: bigint };

/** Where the id of what a call is about may stand. */
type Where<P extends string, B extends Schema, R extends Schema> =
  | 'caller'
  | 'none'
  | `path.${ParamNames<P>}`
  | `body.${keyof z.output<B> & string}`
  | `answer.${keyof NonNullable<z.output<R>> & string}`;

/** One call of the API, as a value: the server binds it, the panel calls it, the docs list it. */
export interface Endpoint<
  P extends string = string,
  B extends Schema = Schema,
  R extends Schema = Schema,
  C extends ListColumns = ListColumns,
  K extends string = string,
> {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: P;
  about: About<string, K>;
  summary: string;
  allow: Allow;
  effect: Effect;
  takes: Takes;
  /** The names under which a multipart body may carry a file each. */
  files: readonly string[];
  /** Suspended means read-only; leaving is allowed all the same. */
  whileSuspended: boolean;
  /** An operator who must have a second factor and has none yet reaches only the way to it. */
  whileUnenrolled: boolean;
  /** Dangerous: the caller must have shown a password or a code within the last ten minutes. */
  stepUp: boolean;
  successStatus: 200 | 201;
  /** The largest body that the call takes, where it is more than the usual one. */
  bodyBytesMax: number | undefined;
  body: B;
  result: R;
  /** The columns of a list; any other call has none. */
  columns: C;
}

interface Given<
  P extends string,
  B extends Schema,
  R extends Schema,
  C extends ListColumns,
  K extends string,
> {
  name: string;
  method: Endpoint['method'];
  path: P;
  about: About<NoInfer<Where<P, B, R>>, K>;
  summary: string;
  allow: Allow;
  effect: Effect;
  takes?: Takes;
  files?: readonly string[];
  whileSuspended?: boolean;
  whileUnenrolled?: boolean;
  stepUp?: boolean;
  successStatus?: 200 | 201;
  bodyBytesMax?: number;
  body?: B;
  result?: R;
  columns?: C;
}

export function endpoint<
  const P extends string,
  B extends Schema = typeof NoBody,
  R extends Schema = typeof NoData,
  const C extends ListColumns = NoColumns,
  const K extends string = string,
>(given: Given<P, B, R, C, K>): Endpoint<P, B, R, C, K> {
  return {
    takes: 'json',
    files: [],
    whileSuspended: false,
    whileUnenrolled: false,
    stepUp: false,
    successStatus: 200,
    bodyBytesMax: undefined,
    ...given,
    body: given.body ?? (NoBody as unknown as B),
    result: given.result ?? (NoData as unknown as R),
    columns: given.columns ?? ({} as C),
  };
}

/** The names between braces in a path, in order. */
export function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Every path parameter is an id; a round's id is its number. */
export const Param = Id;

export type BodyOf<E> = E extends Endpoint<string, infer B, Schema> ? z.output<B> : never;
export type ResultOf<E> = E extends Endpoint<string, Schema, infer R> ? z.output<R> : never;

/** An answer of our own platform, which has every field that the contract knows. */
export type Whole<T> = T extends bigint | Date | string | number | boolean | null
  ? T
  : T extends (infer Item)[]
    ? Whole<Item>[]
    : T extends object
      ? { [Name in keyof T]-?: Whole<Exclude<T[Name], undefined>> }
      : T;
export type WholeResultOf<E> = Whole<Exclude<ResultOf<E>, undefined>>;
export type PathOf<E> = E extends Endpoint<infer P, Schema, Schema> ? P : never;
