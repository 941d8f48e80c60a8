import type { BodyOf, Endpoint, Params, PathOf, ResultOf } from '@pitboss/contract/endpoint';
import { understood } from '@pitboss/contract/understood';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { tracked } from './pending-requests.ts';
import { enrolmentAsked, getSession, sessionLost } from './session.ts';
import { confirmItIsYou } from './step-up.ts';

type ParamsInput<E> = keyof Params<PathOf<E>> extends never
  ? { params?: undefined }
  : { params: Params<PathOf<E>> };
type BodyInput<E> =
  Record<string, never> extends BodyOf<E> ? { body?: BodyOf<E> } : { body: BodyOf<E> };

/** What one call of the endpoint needs; parts that the endpoint does not take may be left out. */
export type CallInput<E> = ParamsInput<E> &
  BodyInput<E> & {
    /** The files of a multipart endpoint, by the names that it has for them. */
    files?: Record<string, File>;
  };

export interface CallOptions {
  idempotencyKey?: string | undefined;
  /** A refresh nobody asked for: it does not keep the session alive and shows no overlay. */
  background?: boolean | undefined;
  /** False keeps the loading overlay away. */
  overlay?: boolean | undefined;
  /** Told how much of a multipart body has left, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Answer<Data> {
  message: string;
  data: Data;
}

const Envelope = z.object({
  status: z.optional(z.string()),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
  errors: z.optional(z.record(z.string(), z.string())),
});

/** Makes one call of the API. Everything that can go wrong is thrown as an ApiError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<ResultOf<E>>> {
  const request = requestOf(endpoint, input, options);
  const isQuiet = options.background || options.overlay === false;
  const isPublic = endpoint.allow === 'public';
  const token = isPublic ? undefined : getSession()?.token;
  // Who has signed out asks for nothing more: such a call is over before it has left.
  if (!isPublic && !token) throw new ApiError(401, '');
  const attempt = () => {
    const work = send(token, request, options.onProgress);
    return isQuiet ? work : tracked(work);
  };
  const envelope = await attempt().catch(async (error: unknown) => {
    const asks = error instanceof ApiError && error.asksForProof;
    if (!asks || !(await confirmItIsYou())) throw error;
    // The very same request, its key too: what the first one did not do is done now, once.
    return attempt();
  });
  const result = z.safeDecode(
    endpoint.result,
    understood(endpoint.result, envelope.data, 'platform'),
  );
  // Of a change that may have been made this tells no more than a lost answer does.
  const status = endpoint.effect === 'read' ? 200 : 0;
  if (!result.success) throw new ApiError(status, 'Unexpected response format');
  return { message: envelope.message, data: result.data as ResultOf<E> };
}

function requestOf<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions) {
  const headers = new Headers({ Accept: 'application/json' });
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  if (options.background) headers.set('X-Background', 'true');
  const init: RequestInit = { method: endpoint.method, headers, signal: options.signal ?? null };
  if (endpoint.takes === 'multipart') {
    init.body = formOf(endpoint, input);
  } else if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE') {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(wireBody(endpoint, input.body ?? {}));
  }
  const query = endpoint.method === 'GET' ? queryOf(wireBody(endpoint, input.body ?? {})) : '';
  return { url: `/api${filledPath(endpoint.path, input.params ?? {})}${query}`, init, headers };
}

/** What a call that only looks is asked for, in its address. */
function queryOf(fields: unknown): string {
  const given = Object.entries(fields as object).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `?${query}` : '';
}

/** The content type is left to the browser, which knows where it divides the parts. */
function formOf<E extends Endpoint>(endpoint: E, { body, files = {} }: CallInput<E>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(wireBody(endpoint, body) as object)) {
    if (value !== undefined) form.append(name, String(value));
  }
  for (const name of endpoint.files) {
    const file = files[name];
    if (file) form.append(name, file);
  }
  return form;
}

function wireBody(endpoint: Endpoint, body: unknown): unknown {
  const encoded = z.safeEncode(endpoint.body, body);
  if (encoded.success) return encoded.data;
  // What the contract refuses here the server would refuse with the same words.
  const { issues } = encoded.error;
  const errors = Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
  throw new ApiError(400, issues[0]?.message ?? '', errors);
}

function filledPath(path: string, params: Record<string, bigint>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
}

async function send(
  token: string | undefined,
  request: ReturnType<typeof requestOf>,
  onProgress: CallOptions['onProgress'],
) {
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  const response = await reach(request, onProgress).catch((cause: unknown) => {
    if (request.init.signal?.aborted) throw cause;
    throw new ApiError(0, '');
  });
  const envelope = await readEnvelope(response);
  // Another platform may refuse with a 200 whose status is not success.
  const isRefused = envelope?.status !== undefined && envelope.status !== 'success';
  if (response.ok && envelope && !isRefused) return envelope;
  if (response.status === 401 && token) sessionLost(token, envelope?.message ?? '');
  const error = new ApiError(
    response.ok && !isRefused ? 0 : response.status,
    envelope?.message ?? '',
    envelope?.errors ?? {},
    response.headers.has('Retry-After'),
  );
  if (error.asksForEnrolment && token) enrolmentAsked(token);
  throw error;
}

async function reach(
  { url, init, headers }: ReturnType<typeof requestOf>,
  onProgress: CallOptions['onProgress'],
): Promise<Response> {
  if (!(init.body instanceof FormData)) return fetch(url, init);
  const { upload } = await import('./upload.ts');
  return upload(url, { ...init, headers }, onProgress);
}

/** Undefined when the body is cut short or is no envelope: then the answer is not known. */
async function readEnvelope(response: Response) {
  try {
    const parsed = z.safeParse(Envelope, await response.json());
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
