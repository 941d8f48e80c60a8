import { ask, must } from '@pitboss/testkit/http-client';
import { addPerson } from '@pitboss/testkit/people-by-call';
import { password as clientPassword } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { hydra } from './hydra.ts';
import { control, expectThat, newRow, type Options, type Row } from './row.ts';
import { asSuper, bodyOf, careless, type Stage, type Target } from './stage.ts';

const guessesAtOnce = 40;
/** Thirty are free; then pauses of 2, 4, 8 … seconds let one more through each. */
const addressMax = 37;

interface Guesses {
  checked: number;
  slowed: number;
  other: string[];
  withoutPause: number;
  longestPauseS: number;
}

/** Wrong passwords, many at once; counts those that were looked at and those that were not. */
async function guess(
  port: number,
  count: number,
  of: (index: number) => { username: string; headers?: Record<string, string> },
): Promise<Guesses> {
  const seen: Guesses = { checked: 0, slowed: 0, other: [], withoutPause: 0, longestPauseS: 0 };
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const { username, headers = {} } = of(index);
      const body = { username, password: `Wrong-guess-${index}` };
      const answer = await ask(port, { path: '/api/auth/login', body, headers });
      const pauseS = Number(answer.headers['retry-after'] ?? Number.NaN);
      if (answer.status === 401) seen.checked += 1;
      else if (answer.status === 429) seen.slowed += 1;
      else seen.other.push(String(answer.status));
      if (answer.status !== 429) continue;
      if (!(pauseS >= 1)) seen.withoutPause += 1;
      else seen.longestPauseS = Math.max(seen.longestPauseS, pauseS);
    }
  };
  await Promise.all(Array.from({ length: guessesAtOnce }, work));
  return seen;
}

function wrongIn(what: string, seen: Guesses, checkedMax: number): string[] {
  const { checked, other, withoutPause, longestPauseS } = seen;
  return [
    ...(checked > checkedMax ? [`${what}: ${checked} passwords were looked at.`] : []),
    ...(other.length > 0 ? [`${what}: also answered ${[...new Set(other)].join(' ')}.`] : []),
    ...(withoutPause > 0 ? [`${what}: ${withoutPause} refusals do not say for how long.`] : []),
    ...(longestPauseS > 900 ? [`${what}: a pause of ${longestPauseS} s.`] : []),
  ];
}

function addressOf(index: number, among: number): Record<string, string> {
  const one = index % among;
  return { 'x-forwarded-for': `10.9.${one >> 8}.${one & 255}` };
}

/** The owner comes back from where the last sign-in was made, while the guessing goes on. */
async function comesIn(port: number, username: string, cookie: string): Promise<number> {
  let isOn = true;
  const guessing = (async () => {
    for (let index = 0; isOn; index++) {
      const body = { username, password: `Wrong-again-${index}` };
      const headers = addressOf(index, 200);
      await ask(port, { path: '/api/auth/login', body, headers });
    }
  })();
  const startedAt = performance.now();
  const limitMs = 120_000;
  let afterS = Number.POSITIVE_INFINITY;
  while (performance.now() - startedAt < limitMs && afterS === Number.POSITIVE_INFINITY) {
    const headers = { ...browser, ...(cookie ? { cookie } : {}) };
    const body = { username, password: clientPassword };
    const answer = await ask(port, { path: '/api/auth/login', body, headers });
    if (answer.status === 200) afterS = (performance.now() - startedAt) / 1000;
    else await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  isOn = false;
  await guessing;
  return Math.round(afterS * 10) / 10;
}

const browser = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '10.200.0.1' };

/** Those that were refused unseen come on record together, or are still to come. */
async function countRefused(target: Target): Promise<{ events: number; recorded: number }> {
  const { rows } = await sql<{ events: string; recorded: string }>`
    select count(*) as events, sum(coalesce(substring(message from '[0-9]+(?= times)')::int, 1))
      + (select sum(throttled) from sign_in_failures) as recorded
    from audit_events where action = 'auth.login' and outcome = 'refused'`.execute(target.db);
  return { events: Number(rows[0]?.events), recorded: Number(rows[0]?.recorded) };
}

/** S9: nobody guesses a password, and nobody is kept out by guessing at theirs. */
async function brute(stage: Stage, options: Options): Promise<Row> {
  const row = newRow('S9', 'brute-force', options);
  const target = await stage.quiet({ TRUST_PROXY: 'on' });
  try {
    const { port } = target;
    const token = await asSuper(target, { 'x-forwarded-for': '10.250.0.1' });
    for (const username of ['owner', 'other', 'third']) {
      await addPerson(port, token, { username, role: 'ADMIN' });
    }
    const own = { username: 'owner', password: clientPassword };
    const first = await must(port, { path: '/api/auth/login', body: own, headers: browser });
    const cookie = (first.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');

    const many = await guess(port, 10_000, (index) => ({
      username: 'owner',
      headers: addressOf(index, 200),
    }));
    row.findings.push(...wrongIn('10,000 guesses from 200 addresses', many, 60));
    const one = await guess(port, 2_000, () => ({
      username: 'other',
      headers: { 'x-forwarded-for': '10.8.0.1' },
    }));
    row.findings.push(...wrongIn('2,000 guesses from one address', one, 30));
    const spray = await guess(port, 1_000, (index) => ({
      username: `person-${index}`,
      headers: { 'x-forwarded-for': '10.7.0.1' },
    }));
    row.findings.push(...wrongIn('one password for 1,000 accounts', spray, addressMax));
    const ownerAfterS = await comesIn(port, 'owner', cookie);
    const isIn = ownerAfterS <= 900;
    expectThat(row, isIn, 'Two minutes long the owner is kept out while the guessing goes on.');
    const { recorded, events } = await countRefused(target);
    const sent = 13_000;
    expectThat(row, recorded >= sent, `Of ${sent} refused sign-ins ${recorded} are on record.`);
    expectThat(row, events < sent / 10, `${sent} refused sign-ins left ${events} events.`);
    row.counts = {
      guesses: sent,
      checkedOf200: many.checked,
      checkedOfOne: one.checked,
      checkedOfSpray: spray.checked,
      pauseMaxS: many.longestPauseS,
      ownerAfterS,
      recorded,
    };
    const tool = await hydra(port, 'third', clientPassword);
    if (tool === undefined) row.findings.push('hydra is not installed: that part was not run.');
    else {
      expectThat(row, !tool.isFound, 'hydra found the password.');
      row.counts.hydraTries = tool.tries;
    }
  } finally {
    await target.stop();
  }
  await plant(row);
  return row;
}

/** A sign-in that looks at every password it is given. */
async function plant(row: Row): Promise<void> {
  await careless(
    async (request, reply) => {
      const { password } = JSON.parse((await bodyOf(request)) || '{}');
      const isRight = password === clientPassword;
      const text = isRight ? '{"data":{"token":"x"}}' : '{"message":"Invalid"}';
      reply.writeHead(isRight ? 200 : 401).end(text);
    },
    async (port) => {
      const seen = await guess(port, 200, () => ({ username: 'owner' }));
      const isNoticed = wrongIn('', seen, 60).length > 0;
      control(row, 'a sign-in that looks at every password', isNoticed);
      const tool = await hydra(port, 'owner', clientPassword);
      if (tool) control(row, 'a sign-in that hydra may try as often as it likes', tool.isFound);
    },
  );
}

const forgeable = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'x-client-ip'];

/** S24: an address that the caller made up is not the one that is counted. */
async function forwarded(stage: Stage, options: Options): Promise<Row> {
  const row = newRow('S24', 'forwarded', options);
  const forge = (port: number, prefix: string) =>
    guess(port, 200, (index) => {
      const address = `10.6.0.${index}`;
      const headers = Object.fromEntries(
        forgeable.map((name) => [name, name === 'forwarded' ? `for=${address}` : address]),
      );
      return { username: `${prefix}-${index}`, headers };
    });
  const target = await stage.quiet({ TRUST_PROXY: 'off' });
  try {
    const seen = await forge(target.port, 'nobody');
    row.findings.push(
      ...wrongIn('200 names from one address that forges others', seen, addressMax),
    );
    row.counts = { tries: 200, checked: seen.checked, slowed: seen.slowed };
    const trusting = await stage.beside(target, { TRUST_PROXY: 'on' });
    const believed = await forge(trusting.port, 'anybody');
    await trusting.stop();
    const isNoticed = wrongIn('', believed, addressMax).length > 0;
    control(row, 'a node that believes X-Forwarded-For though no proxy sets it', isNoticed);
  } finally {
    await target.stop();
  }
  return row;
}

export async function guessing(stage: Stage, options: Options): Promise<Row[]> {
  return [await brute(stage, options), await forwarded(stage, options)];
}
