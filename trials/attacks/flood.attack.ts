import { scryptSync } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '@pitboss/testkit/http-client';
import { signIn } from '@pitboss/testkit/people-by-call';
import { residentMbOfAll } from '@pitboss/testkit/resident-memory';
import { control, expectThat, newRow, type Options, quantile, type Row, rounded } from './row.ts';
import { bodyOf, careless, demoSuper, type Stage } from './stage.ts';

const perSecond = 200;
const ratioMax = 2;
/** On two cores that others use too, a few milliseconds of noise are no sign of anything. */
const noiseMs = 10;

interface Slot {
  quiet: number[];
  flooded: number[];
  statuses: Map<number, number>;
}

/** Quiet and flooded seconds in turns, so that a busy machine slows both. */
async function interleaved(port: number, token: string, seconds: number): Promise<Slot> {
  const slot: Slot = { quiet: [], flooded: [], statuses: new Map() };
  const agent = new Agent({ keepAlive: true, maxSockets: 300 });
  const look = async () => {
    const asked = { path: '/api/users/getAgentbalance', token, body: {} };
    return (await ask(port, asked)).ms;
  };
  let serial = 0;
  let isOver = false;
  const pending = new Set<Promise<unknown>>();
  const login = () => {
    serial += 1;
    const body = { username: `flood-${serial}`, password: 'Wrong-horse-1' };
    const from = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`;
    const headers = { 'x-forwarded-for': from };
    const sent = ask(port, { path: '/api/auth/login', body, headers, agent })
      .then(
        ({ status }) => isOver || slot.statuses.set(status, (slot.statuses.get(status) ?? 0) + 1),
      )
      .catch(() => {})
      .finally(() => pending.delete(sent));
    pending.add(sent);
  };
  const turnMs = 10_000;
  const turns = Math.max(1, Math.round((seconds * 1000) / turnMs));
  for (let turn = 0; turn < turns; turn++) {
    const quietUntil = performance.now() + turnMs / 2;
    while (performance.now() < quietUntil) {
      slot.quiet.push(await look());
      await sleep(20);
    }
    const flooding = setInterval(() => {
      for (let sent = 0; sent < perSecond / 20; sent++) login();
    }, 50);
    const floodedUntil = performance.now() + turnMs;
    while (performance.now() < floodedUntil) {
      slot.flooded.push(await look());
      await sleep(20);
    }
    clearInterval(flooding);
    // What waits in the queue must not be measured as quiet.
    await Promise.race([Promise.all(pending), sleep(30_000)]);
  }
  // What is still on its way is hung up on by us.
  isOver = true;
  agent.destroy();
  return slot;
}

function judged({ quiet, flooded }: Slot) {
  const [normal, under] = [quantile(quiet, 0.95), quantile(flooded, 0.95)];
  return { normal, under, isBorne: under <= Math.max(normal * ratioMax, normal + noiseMs) };
}

/** S10: a flood of sign-ins does not slow those who are signed in. */
export async function flood(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S10', 'login-flood', options);
  const target = await stage.demo({ TRUST_PROXY: 'on', ENGINE: 'off' });
  try {
    const { port } = target;
    const token = await signIn(port, demoSuper);
    const restMb = residentMbOfAll(target.pid());
    let highMb = restMb;
    const sampling = setInterval(() => {
      highMb = Math.max(highMb, residentMbOfAll(target.pid()));
    }, 250);
    const slot = await interleaved(port, token, 60);
    clearInterval(sampling);
    const { normal, under, isBorne } = judged(slot);
    const said = `p95 ${rounded(normal)} ms alone, ${rounded(under)} ms under the flood`;
    expectThat(row, isBorne, `${said}, more than twice.`);
    expectThat(row, highMb - restMb <= 250, `Memory rose by ${highMb - restMb} MB.`);
    const isHonest = [...slot.statuses.keys()].every((status) => [401, 429, 503].includes(status));
    const counted = [...slot.statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    expectThat(row, isHonest, `Sign-ins were answered with ${counted}.`);
    const sent = [...slot.statuses.values()].reduce((sum, count) => sum + count, 0);
    row.counts = {
      signIns: sent,
      answered: counted,
      calls: slot.flooded.length,
      p95QuietMs: rounded(normal),
      p95FloodedMs: rounded(under),
      riseMb: highMb - restMb,
    };
  } finally {
    await target.stop();
  }
  const hashing = await careless(
    async (request, reply) => {
      await bodyOf(request);
      if (request.url === '/api/auth/login') scryptSync('x', 'salt-salt-salt', 32, { N: 4_096 });
      reply.writeHead(request.url === '/api/auth/login' ? 401 : 200).end('{}');
    },
    (port) => interleaved(port, 'x', 10),
  );
  control(row, 'a server that hashes where it answers', !judged(hashing).isBorne);
  return [row];
}
