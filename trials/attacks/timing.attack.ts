import { ask } from '@pitboss/testkit/http-client';
import { makeAdmin, markDeleted } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { fuzzTarget } from './fuzz.attack.ts';
import {
  control,
  expectThat,
  newRow,
  type Options,
  quantile,
  type Row,
  randomOf,
  rounded,
} from './row.ts';
import { bodyOf, careless, type Stage, type Target } from './stage.ts';

const kinds = ['unknown', 'wrong password', 'suspended', 'deleted'] as const;
type Kind = (typeof kinds)[number];

/** Or what chance alone brings about: a busy machine, and few tries, are no sign of anything. */
const medianMaxMs = 3;
const aucMax = 0.55;

interface Told {
  ms: number;
  /** Everything of the answer but the time and what is made up anew for each. */
  shape: string;
}

/** How well the time alone tells two kinds apart: 0.5 not at all, 1 always. */
export function auc(one: number[], other: number[]): number {
  let wins = 0;
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0;
  const share = wins / (one.length * other.length);
  return Math.max(share, 1 - share);
}

function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** Asks in turns, each name and each address once, so that nothing is slowed for the number. */
async function listen(
  port: number,
  each: number,
  seed: number,
  nameOf: (kind: Kind, turn: number) => string,
): Promise<Map<Kind, Told[]>> {
  const random = randomOf(seed);
  const heard = new Map<Kind, Told[]>(kinds.map((kind) => [kind, []]));
  for (let turn = 0; turn < each; turn++) {
    for (const kind of kinds.toSorted(() => random() - 0.5)) {
      const address = `10.${turn >> 8}.${turn & 255}.${kinds.indexOf(kind) + 1}`;
      const body = { username: nameOf(kind, turn), password: 'Wrong-horse-1' };
      const headers = { 'x-forwarded-for': address };
      const answer = await ask(port, { path: '/api/auth/login', body, headers });
      const names = Object.keys(answer.headers).sort().join();
      heard.get(kind)?.push({ ms: answer.ms, shape: `${answer.status} ${answer.text} ${names}` });
    }
  }
  return heard;
}

/** The largest difference of medians between any two, and how well the time tells them apart. */
function widest(times: number[][]): { gapMs: number; worst: number } {
  let [gapMs, worst] = [0, 0.5];
  for (const [at, one] of times.entries()) {
    for (const other of times.slice(at + 1)) {
      gapMs = Math.max(gapMs, Math.abs(median(one) - median(other)));
      worst = Math.max(worst, auc(one, other));
    }
  }
  return { gapMs, worst };
}

/** What the same times would show if they were dealt out by chance: what a busy machine does. */
function byChance(times: number[][], seed: number): { gapMs: number; worst: number } {
  const random = randomOf(seed);
  const deals = Array.from({ length: 100 }, () => {
    const dealt = times.map((): number[] => []);
    // Turn by turn, because neighbours in time are alike.
    for (let turn = 0; turn < (times[0]?.length ?? 0); turn++) {
      const hand = times.map((one) => one[turn] ?? 0).toSorted(() => random() - 0.5);
      for (const [at, ms] of hand.entries()) dealt[at]?.push(ms);
    }
    return widest(dealt);
  });
  return {
    gapMs: quantile(
      deals.map((deal) => deal.gapMs),
      0.95,
    ),
    worst: quantile(
      deals.map((deal) => deal.worst),
      0.95,
    ),
  };
}

/** What tells the kinds apart, by the answer or by its time. */
function tellApart(heard: Map<Kind, Told[]>, seed: number) {
  const findings: string[] = [];
  const shapes = new Set([...heard.values()].flat().map(({ shape }) => shape));
  if (shapes.size !== 1)
    findings.push(`The answers differ: ${[...shapes].slice(0, 3).join(' | ')}`);
  const times = kinds.map((kind) => (heard.get(kind) ?? []).map(({ ms }) => ms));
  const { gapMs, worst } = widest(times);
  const chance = byChance(times, seed);
  const figures = {
    gapMs: rounded(gapMs, 2),
    auc: rounded(worst, 3),
    gapByChanceMs: rounded(chance.gapMs, 2),
    aucByChance: rounded(chance.worst, 3),
  };
  if (gapMs > Math.max(medianMaxMs, chance.gapMs)) {
    findings.push(`Medians are ${figures.gapMs} ms apart, by chance ${figures.gapByChanceMs} ms.`);
  }
  if (worst > Math.max(aucMax, chance.worst)) {
    findings.push(
      `The time tells them apart: AUC ${figures.auc}, ${figures.aucByChance} by chance.`,
    );
  }
  return { findings, ...figures };
}

/** S11: neither the answer nor its time says whether somebody of that name is there. */
export async function timing(stage: Stage, options: Options): Promise<Row[]> {
  const row = newRow('S11', 'enumeration', options);
  const each = options.isLong ? 1_000 : 200;
  const target = await stage.quiet({ TRUST_PROXY: 'on' });
  try {
    const { port } = target;
    await makePeople(target, each);
    const nameOf = (kind: Kind, turn: number) => `${kind.split(' ')[0]}-${turn}`;
    const right = { username: 'wrong-0', password };
    const isThere = (await ask(port, { path: '/api/auth/login', body: right })).status === 200;
    expectThat(row, isThere, 'The people asked about cannot sign in at all.');
    const heard = await listen(port, each, options.seed, nameOf);
    const { findings, ...figures } = tellApart(heard, options.seed);
    row.findings.push(...findings);
    const medianMs = rounded(median([...heard.values()].flat().map(({ ms }) => ms)));
    row.counts = { each, medianMs, ...figures };
  } finally {
    await target.stop();
  }
  control(row, 'a sign-in that looks for the name first', await isEarlyReturnNoticed(options));
  return [row];
}

/** Beside the calls: one by one their passwords would take minutes to hash. */
async function makePeople(target: Target, each: number): Promise<void> {
  const { app, root } = await fuzzTarget(target);
  for (let turn = 0; turn < each; turn++) {
    await makeAdmin(app, root, { username: `wrong-${turn}` });
    await makeAdmin(app, root, { username: `suspended-${turn}`, status: 'suspended' });
    await markDeleted(app, await makeAdmin(app, root, { username: `deleted-${turn}` }));
  }
  await app.close();
}

/** The same sign-in as everywhere: nobody of that name, no work. */
async function isEarlyReturnNoticed({ seed }: Options): Promise<boolean> {
  const heard = await careless(
    async (request, reply) => {
      const { username } = JSON.parse(await bodyOf(request));
      if (!username.startsWith('unknown')) await new Promise((done) => setTimeout(done, 5));
      reply.writeHead(401).end('{"status":"error","message":"Invalid username or password."}');
    },
    (port) => listen(port, 60, seed, (kind, turn) => `${kind.split(' ')[0]}-${turn}`),
  );
  return tellApart(heard, seed).findings.length === 2;
}
