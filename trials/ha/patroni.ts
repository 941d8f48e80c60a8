import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../cluster/place.ts';

const patience = 500;

/** One PostgreSQL and the Patroni that keeps it. */
export interface Member {
  name: string;
  number: number;
  ports: { postgres: number; rest: number };
  /** Its Patroni, once it was started. */
  part?: Part;
}

export interface Cluster {
  secret: string;
  members: Member[];
  etcds: { number: number; client: number; peer: number; part?: Part }[];
  /** Of the proxy to whoever leads. */
  port: number;
  rest: { user: string; password: string };
  /** How a node finds the database. */
  settings: { DATABASE_URL: string; DATABASE_OWNER_URL: string };
  adminUrl: string;
  directUrl(member: Member): string;
}

interface Told {
  name: string;
  role: string;
  state: string;
  timeline: number;
}

/** Asks the Patroni of a member; undefined when it does not answer in time. */
export async function ask(
  cluster: Cluster,
  member: Member,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<{ status: number; text: string } | undefined> {
  const { user, password } = cluster.rest;
  const headers = {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  const limitMs = method === 'GET' ? patience : 30_000;
  try {
    const response = await fetch(`http://127.0.0.1:${member.ports.rest}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(limitMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** The member that holds the leader's key and takes writes, if there is one. */
export async function leaderOf(cluster: Cluster): Promise<Member | undefined> {
  const asked = cluster.members.map(async (member) => ({
    member,
    answer: await ask(cluster, member, '/primary'),
  }));
  return (await Promise.all(asked)).find(({ answer }) => answer?.status === 200)?.member;
}

/** Waits for a leader; after a fault, for another than it hit. */
export async function untilLed(cluster: Cluster, not?: Member, limitMs = 120_000): Promise<Member> {
  return until(limitMs, 'No leader was promoted', async () => {
    const leader = await leaderOf(cluster);
    return leader === not ? undefined : leader;
  });
}

/** Changes the settings that all members share. */
export async function configure(cluster: Cluster, settings: object): Promise<void> {
  const answer = await ask(cluster, await untilLed(cluster), '/config', {
    method: 'PATCH',
    body: settings,
  });
  if (answer?.status !== 200) throw new Error(`Patroni did not take it: ${answer?.text}`);
}

/** Hands the lead over to the synchronous standby. */
export async function switchOver(cluster: Cluster, from: Member): Promise<void> {
  const candidate = (await listMembers(cluster)).find(({ role }) => role === 'sync_standby')?.name;
  const body = { leader: from.name, candidate };
  const answer = await ask(cluster, from, '/switchover', { method: 'POST', body });
  if (answer?.status !== 200) throw new Error(`No switch-over: ${answer?.text}`);
}

async function listMembers(cluster: Cluster): Promise<Told[]> {
  for (const member of cluster.members) {
    const answer = await ask(cluster, member, '/cluster');
    if (answer?.status === 200) return JSON.parse(answer.text).members;
  }
  return [];
}

const reinitAfterMs = 90_000;

/**
 * Waits until one leads and both others stream from it, one of them in step. A member that does not
 * come back by itself is copied anew, as an operator would have to; how many were is the answer.
 */
export async function untilWhole(
  cluster: Cluster,
  { isSynchronous = true }: { isSynchronous?: boolean } = {},
): Promise<number> {
  let reinits = 0;
  let mendAt = Date.now() + reinitAfterMs;
  await until(300_000, 'The cluster did not become whole again', async () => {
    const members = await listMembers(cluster);
    if (isWhole(members, isSynchronous)) return true;
    if (Date.now() < mendAt) return undefined;
    mendAt = Date.now() + reinitAfterMs;
    for (const { name, role, state } of members) {
      if (role === 'leader' || state === 'streaming') continue;
      const member = cluster.members.find((one) => one.name === name);
      if (!member) continue;
      await ask(cluster, member, '/reinitialize', { method: 'POST', body: { force: true } });
      reinits += 1;
    }
    return undefined;
  });
  return reinits;
}

function isWhole(members: Told[], isSynchronous: boolean): boolean {
  const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
  const others = members.filter((one) => one !== leader);
  if (!leader || others.length !== 2) return false;
  const inStep = others.filter(({ role }) => role === 'sync_standby').length;
  return (
    others.every((one) => one.state === 'streaming' && one.timeline === leader.timeline) &&
    inStep === (isSynchronous ? 1 : 0)
  );
}

export async function until<T>(
  limitMs: number,
  complaint: string,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${complaint} within ${limitMs / 1000} seconds.`);
    await sleep(100);
  }
}
