import { type Endpoint, Param, paramNames } from '@pitboss/contract/endpoint';
import * as z from 'zod/mini';
import { hugeBytes, type Plan } from './fuzz-plans.ts';
import { isTaken } from './is-taken.ts';
import type { SampleRequest } from './sample.ts';

export interface FuzzRequest {
  kind: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
  /** The contract does not let it in, so an answer of success is a fault. */
  mustFail: boolean;
}

/** The request that a plan makes of a sample. */
export async function requestOf(
  endpoint: Endpoint,
  sample: SampleRequest,
  token: string | undefined,
  plan: Plan,
): Promise<FuzzRequest> {
  const { kind, change, param, query } = plan;
  const raw = change ? change(sample.raw) : sample.raw;
  const [name] = paramNames(endpoint.path);
  const given = param ?? (name ? sample.params[name] : undefined) ?? '';
  const path = endpoint.path.replace(/\{\w+\}/, given);
  const { payload, contentType, search, mustFail } = await written(endpoint, sample, raw, plan);
  const strange = Object.entries(plan.headers ?? {});
  const headers: Record<string, string | undefined> = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...sample.headers,
    ...(payload === undefined ? {} : { 'content-type': contentType }),
    ...Object.fromEntries(strange),
  };
  const isBadId = param !== undefined && !z.safeDecode(Param, param).success;
  return {
    kind,
    payload,
    method: endpoint.method,
    mustFail: mustFail || isBadId,
    url: `/api${path}${joined(search, query)}`,
    headers: Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  };
}

function joined(search: string, query: string | undefined): string {
  const parts = [search, query ?? ''].filter((part) => part !== '');
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

interface Written {
  payload?: string | Buffer;
  contentType?: string;
  search: string;
  mustFail: boolean;
}

/** The body on the wire, and whether the contract has something against what is in it. */
async function written(
  endpoint: Endpoint,
  { files }: SampleRequest,
  raw: unknown,
  { kind, text, contentType, asForm, file, fileName }: Plan,
): Promise<Written> {
  if (endpoint.method === 'GET') {
    return { search: new URLSearchParams(flat(raw)).toString(), mustFail: false };
  }
  if (endpoint.method === 'DELETE') return { search: '', mustFail: false };
  if (contentType !== undefined || text !== undefined) {
    const payload = text ?? JSON.stringify(raw);
    const type = contentType ?? 'application/json';
    return { payload, contentType: type, search: '', mustFail: isRefused(endpoint, payload, type) };
  }
  if (endpoint.takes === 'multipart') {
    const form = new FormData();
    for (const [name, value] of flat(raw)) form.append(name, value);
    for (const [name, bytes] of Object.entries(files)) {
      const blob = new Blob([new Uint8Array(file ?? bytes)]);
      form.append(name, blob, fileName ?? `${name}.png`);
    }
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const payload = Buffer.from(await encoded.arrayBuffer());
    return { payload, contentType: type, search: '', mustFail: false };
  }
  if (asForm) {
    const payload = new URLSearchParams(flat(raw)).toString();
    const type = 'application/x-www-form-urlencoded';
    return { payload, contentType: type, search: '', mustFail: false };
  }
  const once = JSON.stringify(raw);
  const twice = once.length > 2 ? `${once.slice(0, -1)},${once.slice(1)}` : once;
  return {
    payload: kind === 'twice' ? twice : once,
    contentType: 'application/json',
    search: '',
    // As it arrives: there are numbers that JSON has no words for but null.
    mustFail: !isTaken(endpoint, JSON.parse(once)),
  };
}

function isRefused(endpoint: Endpoint, text: string, type: string): boolean {
  if (type.split(';')[0] !== 'application/json') return true;
  if (text.length >= hugeBytes) return true;
  try {
    // No body, and one that says null, are an empty one.
    const raw = text.trim() === '' ? {} : (JSON.parse(text) ?? {});
    return endpoint.takes === 'multipart' || !isTaken(endpoint, raw);
  } catch {
    return true;
  }
}

/** As pairs of text, the inner ones in brackets as the table client writes them. */
function flat(value: unknown, name = ''): [string, string][] {
  if (value === undefined) return [];
  if (value === null || typeof value !== 'object') return [[name, String(value).toWellFormed()]];
  return Object.entries(value)
    .slice(0, 100)
    .flatMap(([key, inner]) => flat(inner, name ? `${name}[${key}]` : key));
}
