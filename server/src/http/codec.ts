import {
  type BodyOf,
  type Endpoint,
  Param,
  type Params,
  type PathOf,
  type Takes,
} from '@pitboss/contract/endpoint';
import { understood } from '@pitboss/contract/understood';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { encoded, readerOf } from '../kernel/compiled.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';

import type { Answer } from './idempotency.ts';
import { readMultipart } from './multipart.ts';

/** Reads a request by its contract; what does not fit is refused with a message for each field. */
export async function decodeInput<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  assertContentType(endpoint, request);
  const params: Record<string, bigint> = {};
  for (const [name, text] of Object.entries(request.params as Record<string, string>)) {
    params[name] = parse(Param, text, name);
  }
  const { fields, files } =
    endpoint.takes === 'multipart'
      ? await readMultipart(request, endpoint.files)
      : { fields: endpoint.method === 'GET' ? request.query : bodyOf(request), files: {} };
  return {
    params: params as Params<PathOf<E>>,
    body: parse(endpoint.body, understood(endpoint.body, fields)) as BodyOf<E>,
    files,
  };
}

/** A missing body counts as an empty one; no call takes `null`, a list or a bare value. */
function bodyOf({ body = {} }: FastifyRequest): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw fieldRefusal('body', 'Send an object.');
}

const contentTypes: Record<Takes, readonly string[]> = {
  json: ['application/json'],
  form: ['application/json', 'application/x-www-form-urlencoded'],
  multipart: ['multipart/form-data'],
};

/** A body of a kind that the call does not take is refused before it is looked at. */
function assertContentType({ takes }: Endpoint, request: FastifyRequest): void {
  const given = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const taken = contentTypes[takes];
  if (given === undefined ? takes !== 'multipart' : taken.includes(given)) return;
  throw new Refusal('wrongType', `Send this request as ${taken[0]}.`);
}

/** Writes an answer by its contract; one that does not fit is a fault of ours and never leaves. */
export function encodeAnswer(endpoint: Endpoint, message: string, data: unknown): Answer {
  const wire = encoded(endpoint.result, data);
  const body = { status: 'success', message, ...(wire === undefined ? {} : { data: wire }) };
  return { status: endpoint.successStatus, body };
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown, field?: string): z.output<S> {
  const result = z.safeDecode(readerOf(schema), value as z.input<S>);
  if (result.success) return result.data;
  const fields = fieldsOf(value, result.error.issues, field);
  const [name, message] = Object.entries(fields)[0] ?? ['', 'The request is not valid.'];
  throw new Refusal('invalid', name ? `${name}: ${message}` : message, { fields });
}

/** The first message for each field; a field inside another is named by its path. */
function fieldsOf(
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  field?: string,
): Record<string, string> {
  const fields = new Map<string, string>();
  const say = (name: string, message: string) => {
    if (!fields.has(name)) fields.set(name, message);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) say([...issue.path, key].join('.'), 'Unknown field.');
    } else {
      say(field ?? (issue.path.join('.') || 'body'), messageOf(value, issue));
    }
  }
  return Object.fromEntries(fields);
}

function messageOf(value: unknown, issue: z.core.$ZodIssue): string {
  if (issue.path.length > 0 && at(value, issue.path) === undefined) {
    return 'This field is required.';
  }
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find((one) => one.message !== 'Invalid input');
    if (inner) return inner.message;
  }
  return issue.message === 'Invalid input' ? 'This value is not valid.' : issue.message;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}
