import { type RawBuilder, sql } from 'kysely';
import type { Actor, Service } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { toJson } from '../kernel/json.ts';
import { toKept } from '../kernel/kept.ts';
import type { Key } from './idempotency.ts';

interface Done {
  action: string;
  message: string;
  change: Change;
  data: unknown;
}

/** Puts what was done on record and keeps what is answered under the key. */
export function closeCall(
  caller: Actor | Service,
  key: Key | undefined,
  { action, message, change, data }: Done,
): RawBuilder<unknown> {
  const { address, requestId } = caller;
  const by =
    'keyId' in caller
      ? sql`null, ${`service key ${caller.name}`}, null, ${caller.keyId}::bigint`
      : sql`${caller.id}::bigint, ${caller.username}, ${caller.role}, null`;
  const json = (values: object | undefined) => (values ? toJson(values) : null);
  const result = key && data !== undefined ? toKept(data) : null;
  return sql`select close_call(null, ${by}, ${address}, ${requestId}, ${action}, ${message},
    ${change.kind}, ${change.id}::bigint, ${json(change.before)}::jsonb,
    ${json(change.after)}::jsonb, ${key?.key ?? null}, ${key?.requestHash ?? null},
    ${result}::json)`;
}
