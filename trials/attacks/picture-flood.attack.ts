import { argon2 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ask } from '@pitboss/testkit/http-client';
import { addPerson } from '@pitboss/testkit/people-by-call';
import { residentMbOfAll } from '@pitboss/testkit/resident-memory';
import { password as clientPassword } from '@pitboss/testkit/super-sign-in';
import sharp from 'sharp';
import { flatWebp, type Upload } from './pictures.ts';
import { eventOf, publish } from './publish-event.ts';
import { control, newRow, type Options, quantile, type Row, rounded } from './row.ts';
import { asSuper, careless, type Stage } from './stage.ts';

const loops = 8;
const signInMsMax = 1_000;
const memoryFactorMax = 1.5;
const quietMs = 3_000;
const floodMs = 10_000;
const tailMs = 5_000;

/** The largest that is taken, and one above that, in 28 bytes each. */
const sides = [5_000, 5_000, 5_000, 6_300];

interface Target {
  port: number;
  token: string;
  username: string;
  residentMb: () => number;
}

interface Figures {
  restMb: number;
  highMb: number;
  made: number;
  refused: number;
  signIns: number;
  quietP99Ms: number;
  p99Ms: number;
}

/** The same sign-ins without pictures and with them; memory is looked at all the time. */
async function measure(target: Target, ms = floodMs): Promise<Figures & { findings: string[] }> {
  const quiet = await watched(target, quietMs);
  const flood = { isOn: true, statuses: [] as number[] };
  const senders = Array.from({ length: loops }, (_, turn) => send(target, turn, flood));
  const flooded = await watched(target, ms);
  flood.isOn = false;
  const [restMb, highMb] = [quantile(quiet.sizes, 0.5), Math.max(...flooded.sizes)];
  const p99Ms = quantile(flooded.times, 0.99);
  // What still waits in the queue is not waited for any longer.
  await Promise.race([Promise.all(senders), sleep(tailMs)]);
  const made = flood.statuses.filter((status) => status === 201).length;
  const odd = flood.statuses.filter((status) => ![201, 413, 429].includes(status));
  const findings = [
    ...(highMb <= memoryFactorMax * restMb ? [] : [`Memory: ${highMb} MB, at rest ${restMb}.`]),
    ...(p99Ms <= signInMsMax ? [] : [`Sign-ins: p99 ${rounded(p99Ms)} ms.`]),
    ...(flooded.refused === 0 ? [] : [`Sign-ins: ${flooded.refused} were refused.`]),
    ...(odd.length === 0 ? [] : [`Pictures were answered ${[...new Set(odd)].join(' ')}.`]),
  ];
  return {
    restMb,
    highMb,
    made,
    refused: flood.statuses.length - made,
    signIns: flooded.times.length,
    quietP99Ms: rounded(quantile(quiet.times, 0.99)),
    p99Ms: rounded(p99Ms),
    findings,
  };
}

/** Signs in again and again, as one person would, and looks at the memory every 20 ms. */
async function watched({ port, username, residentMb }: Target, ms: number) {
  const found = { sizes: [residentMb()], times: [] as number[], refused: 0 };
  const looking = setInterval(() => found.sizes.push(residentMb()), 20);
  const body = { username, password: clientPassword };
  for (const endsAt = performance.now() + ms; performance.now() < endsAt; await sleep(20)) {
    const answer = await ask(port, { path: '/api/auth/login', body }).catch(() => unanswered);
    found.times.push(answer.ms);
    if (answer.status !== 200) found.refused += 1;
  }
  clearInterval(looking);
  return found;
}

const unanswered = { status: 0, ms: Number.POSITIVE_INFINITY };

async function send(
  { port, token }: Target,
  turn: number,
  flood: { isOn: boolean; statuses: number[] },
): Promise<void> {
  for (let sent = turn; flood.isOn; sent++) {
    const bytes = flatWebp(sides[sent % sides.length] ?? 0);
    const value: Upload = { bytes, name: 'a.webp', type: 'image/webp', expected: [] };
    const sending = publish(port, token, eventOf({ name: 'icon', value }));
    const { status } = await sending.catch(() => unanswered);
    flood.statuses.push(status);
    // One who is told to wait and does not is a flood of requests, which is another row.
    if (status === 429) await sleep(200);
  }
}

/** S17: a picture of 28 bytes that is large when it is decoded keeps nobody from signing in. */
export async function pictureFlood(stage: Stage, options: Options): Promise<Row> {
  const row = newRow('S17', 'picture-flood', options);
  const target = await stage.quiet();
  try {
    const { port } = target;
    const residentMb = () => residentMbOfAll(target.pid());
    const token = await asSuper(target);
    const username = 'desk';
    await addPerson(port, token, { username, role: 'ADMIN' });
    // The process of pictures is there from the first one on, and belongs to the rest.
    const value: Upload = { bytes: flatWebp(64), name: 'a.webp', type: '', expected: [] };
    await publish(port, token, eventOf({ name: 'icon', value }));
    const { findings, ...counts } = await measure({ port, token, username, residentMb });
    row.findings.push(...findings);
    row.counts = { ...counts };
  } finally {
    await target.stop();
  }
  const residentMb = () => Math.round(process.memoryUsage.rss() / 1024 ** 2);
  const { findings } = await careless(decodeAtOnce, (port) =>
    measure({ port, token: 'x', username: 'x', residentMb }, 4_000),
  );
  const isNoticed = findings.some((finding) => finding.startsWith('Memory'));
  control(row, 'a server that decodes whatever comes, all at once, in the node', isNoticed);
  return row;
}

const hash = promisify(argon2);

/** Passwords and pictures in the same four threads, without a limit on either. */
const decodeAtOnce: Parameters<typeof careless>[0] = async (request, reply) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (request.url === '/api/auth/login') {
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    await hash('argon2id', { message: body, nonce: Buffer.alloc(16), ...cost });
    return reply.end('{}');
  }
  const picture = sharp(body.subarray(body.indexOf('RIFF')), { limitInputPixels: false });
  await picture.raw().toBuffer();
  return reply.writeHead(201).end('{}');
};
