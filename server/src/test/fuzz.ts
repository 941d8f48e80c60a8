import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { makeAdmin, makeUser, openTestSession, type TestPerson } from '@pitboss/testkit/people';
import fc from 'fast-check';
import { openapi } from '../http/openapi.ts';
import { type FuzzReply, faultsOf } from './fuzz-judge.ts';
import { plansOf, surePlans } from './fuzz-plans.ts';
import { type FuzzRequest, requestOf } from './fuzz-requests.ts';
import { faultsOfStep, walkOf } from './fuzz-walk.ts';
import type { SampleRequest } from './sample.ts';
import { isPlayers, sampleRequest, wantsDeleted } from './sample-requests.ts';
import { snapshot } from './snapshot.ts';
import type { TestApp } from './test-app.ts';

export interface FuzzTarget {
  /** Makes the samples and looks at the database; the calls themselves go through `send`. */
  app: TestApp;
  root: TestPerson;
  send(request: FuzzRequest): Promise<FuzzReply>;
}

export interface FuzzResult {
  requests: number;
  refused: number;
  findings: string[];
}

/** So many calls that may change nothing are looked at together; a change shows all the same. */
const unseenMax = 40;

/**
 * Every call. Maintenance comes last, because while it is on bets are refused with 503 by design,
 * and so do new bands, which stand in the way of those that are made to be taken away.
 */
export const fuzzOrder = all.toSorted((one, other) => rank(one) - rank(other));

function rank({ name }: Endpoint): number {
  return ['multipliers.add', 'maintenance.set'].indexOf(name);
}

/** Sends a call what it does not expect, from the seed alone, and tells what was wrong. */
export async function fuzz(
  target: FuzzTarget,
  endpoint: Endpoint,
  options: { seed: number; requests: number },
): Promise<FuzzResult> {
  const { seed, requests: numRuns } = options;
  const random = fc.sample(plansOf(endpoint), { seed, numRuns });
  const statuses = documentedOf(endpoint);
  const result: FuzzResult = { requests: 0, refused: 0, findings: [] };
  const say = (what: string, request?: FuzzRequest) => {
    const where = `seed ${seed}, number ${result.requests}`;
    result.findings.push(`${endpoint.name} ${what} (${where}${request ? shown(request) : ''})`);
  };
  let scene = await prepare(target, endpoint);
  let before = await snapshot(target.app.db);
  let unseen = 0;
  const expectUnchanged = async (request?: FuzzRequest) => {
    const now = await snapshot(target.app.db);
    if (now !== before) say('changes what it may not', request);
    before = now;
    unseen = 0;
  };
  for (const plan of [...walkOf(endpoint), ...surePlans(endpoint), ...random]) {
    const request = await requestOf(endpoint, scene.sample, scene.token, plan);
    if (plan.mayBeTaken && !request.mustFail) continue;
    const mayChange = endpoint.effect !== 'read' && !request.mustFail;
    if (mayChange && unseen > 0) await expectUnchanged();
    const reply = await target.send(request);
    const isDone = reply.status < 300;
    result.requests += 1;
    if (!isDone) result.refused += 1;
    const faults = faultsOf(endpoint, statuses, request, reply);
    for (const fault of [...faults, ...faultsOfStep(plan, reply)]) say(fault, request);
    unseen += 1;
    if (!(isDone && mayChange) && (mayChange || unseen >= unseenMax)) {
      await expectUnchanged(request);
    }
    // What a call has done is used up, and a sign-in tried too often is slowed whatever it says.
    if ((isDone && mayChange) || reply.status === 429) {
      scene = await prepare(target, endpoint);
      before = await snapshot(target.app.db);
      unseen = 0;
    }
  }
  await expectUnchanged();
  return result;
}

/** One who calls and what the call is about, all new: a call that succeeded may have used it up. */
async function prepare(
  { app, root }: FuzzTarget,
  endpoint: Endpoint,
): Promise<{ sample: SampleRequest; token: string | undefined }> {
  const isSignIn = endpoint.name.endsWith('.login');
  const actor = isSignIn ? await makeAdmin(app, root) : root;
  const target = await makeUser(app, root, { balance: 5_000n });
  if (wantsDeleted.has(endpoint.name)) {
    const gone = { deleted_at: new Date() };
    await app.db.updateTable('users').set(gone).where('id', '=', target.id).execute();
  }
  const sample = await sampleRequest(app, endpoint.name, { actor, target });
  if (endpoint.allow === 'public' || endpoint.allow === 'services') {
    return { sample, token: undefined };
  }
  const { id } = isPlayers(endpoint) ? target : root;
  return { sample, token: await openTestSession(app, id) };
}

interface Operations {
  [path: string]: Record<string, { responses: object }>;
}

const documented = openapi('fuzz').paths as Operations;

function documentedOf({ path, method }: Endpoint): ReadonlySet<number> {
  const operation = documented[`/api${path}`]?.[method.toLowerCase()];
  return new Set(Object.keys(operation?.responses ?? {}).map(Number));
}

function shown({ kind, method, url, headers, payload }: FuzzRequest): string {
  const { authorization: _, ...rest } = headers;
  const text = String(payload ?? '').slice(0, 300);
  return `, ${kind}: ${method} ${url.slice(0, 200)} ${JSON.stringify(rest).slice(0, 200)} ${text}`;
}
