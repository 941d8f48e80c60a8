import { all } from '@pitboss/contract/all';
import { type Endpoint, paramNames } from '@pitboss/contract/endpoint';
import type { FuzzTarget } from '@pitboss/server/test/fuzz';
import { isPlayers, sampleRequest } from '@pitboss/server/test/sample-requests';
import { makeAdmin, makeUser, openTestSession } from '@pitboss/testkit/people';

export interface RawRequest {
  name: string;
  /** Whether it is answered only to one who is known. */
  isGuarded: boolean;
  text: string;
  marks: number;
}

/** Where sqlmap puts its text. */
const mark = '*';

/** What a table asks for besides: all of it right, so that a change of one is all that is wrong. */
const table = {
  search: { value: 'a' },
  order: [{ column: 0, dir: 'asc', name: 'a' }],
  columns: [{ data: 'a', name: 'a' }],
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: '2030-01-01T00:00:00.000Z',
};

/** One request a call, as it stands on the wire, with a mark at the end of each text in it. */
export async function rawRequests(target: FuzzTarget): Promise<RawRequest[]> {
  const made: RawRequest[] = [];
  for (const endpoint of all) {
    const request = await rawRequest(target, endpoint);
    if (request.marks > 0) made.push(request);
  }
  return made;
}

/** The call's own fields, and those of a table where it is one. */
function fieldsOf({ body, takes }: Endpoint, raw: Record<string, unknown>): object {
  if (takes !== 'form') return raw;
  const known = Object.keys((body as unknown as { shape: object }).shape);
  const more = Object.entries(table).filter(([name]) => known.includes(name));
  return { ...Object.fromEntries(more), ...raw };
}

/** Numbers and flags are read as such before any statement is made; text can carry more. */
function withMarks(value: unknown): unknown {
  if (typeof value === 'string') return `${value}${mark}`;
  if (Array.isArray(value)) return value.map(withMarks);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withMarks(one)]));
}

async function rawRequest({ app, root }: FuzzTarget, endpoint: Endpoint): Promise<RawRequest> {
  // An operator of its own for each: a new password or a logout ends only its sessions.
  const admin = await makeAdmin(app, root, { balance: 100_000_000n });
  const actor = endpoint.allow === 'super' ? root : admin;
  const person = await makeUser(app, admin, { balance: 1_000_000n });
  const sample = await sampleRequest(app, endpoint.name, { actor, target: person });
  const { id } = isPlayers(endpoint) ? person : actor;
  const token = endpoint.allow === 'public' ? undefined : await openTestSession(app, id);
  const marked = withMarks(fieldsOf(endpoint, sample.raw));
  const [name] = paramNames(endpoint.path);
  const params = name ? `${sample.params[name]}${mark}` : '';
  const path = `/api${endpoint.path.replace(/\{\w+\}/, params)}`;
  const { query, type, body } = written(endpoint, marked);
  const head = [
    `${endpoint.method} ${path}${query} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...Object.entries(sample.headers).map(([header, value]) => `${header}: ${value}`),
    ...(type ? [`Content-Type: ${type}`] : []),
  ];
  const marks = `${path}${query}${body}`.split(mark).length - 1;
  const isGuarded = endpoint.allow !== 'public';
  return { name: endpoint.name, isGuarded, text: `${head.join('\r\n')}\r\n\r\n${body}`, marks };
}

function written(endpoint: Endpoint, raw: unknown): { query: string; type: string; body: string } {
  // Told nothing, sqlmap calls it a form, which is refused before the path is looked at.
  if (endpoint.method === 'DELETE') return { query: '', type: 'application/json', body: '' };
  const pairs = Object.entries(raw as Record<string, unknown>);
  if (endpoint.method === 'GET') {
    const query = pairs.map(([name, value]) => `${name}=${value}`).join('&');
    return { query: query ? `?${query}` : '', type: '', body: '' };
  }
  if (endpoint.takes !== 'multipart') {
    return { query: '', type: 'application/json', body: JSON.stringify(raw) };
  }
  const parts = pairs.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const type = 'multipart/form-data; boundary=x';
  return { query: '', type, body: `${parts.join('')}--x--\r\n` };
}
