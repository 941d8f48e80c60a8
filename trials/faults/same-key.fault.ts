import type { Answer } from '@pitboss/testkit/http-client';
import { sql } from 'kysely';
import { call, untilServed } from './call.ts';
import { type Options, roundsOf } from './options.ts';
import { type Control, control, type Outcome, raceOutcome } from './outcome.ts';
import { inCalmWorld, type World } from './world.ts';

const parallel = 50;

/** R7: one order sent fifty times at once to two nodes moves money once and says so once. */
export async function sameKey(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 200, 10);
  return inCalmWorld(options, async (world) => {
    const faults: string[] = [];
    let acknowledged = 0;
    let running = 0;
    for (let round = 0; round < rounds; round++) {
      const answers = await sendAtOnce(world, round, `${seed}-${round}`);
      acknowledged += answers.filter(({ status }) => status === 200).length;
      running += answers.filter(({ status }) => status === 409).length;
      faults.push(...(await keyFaults(world, round, `${seed}-${round}`, answers)));
    }
    const controls = [await withoutKey(world)];
    const figures = { parallel, stillRunning: running };
    const counts = { seed, rounds, acknowledged, figures, controls };
    const lost = faults.filter((fault) => fault.startsWith('lost')).length;
    const doubled = faults.filter((fault) => fault.startsWith('doubled')).length;
    const shown = faults.slice(0, 5);
    return [raceOutcome({ row: 'R7', name: 'same-key', ...counts, lost, doubled, faults: shown })];
  });
}

function orderOf(world: World, round: number, amount: number, key?: string) {
  const { operators } = world.people;
  const operator = operators[round % operators.length];
  const client = operator?.clients[round % operator.clients.length];
  const kind = round % 2 === 0 ? 'deposit' : 'withdraw';
  const path = `/transactions/${kind}/${client?.id}`;
  return { path, token: operator?.token ?? '', key, body: { amount } };
}

function sendAtOnce(world: World, round: number, key: string | undefined): Promise<Answer[]> {
  const order = orderOf(world, round, 3, key);
  const send = key ? untilServed : call;
  return Promise.all(
    Array.from({ length: parallel }, (_, index) =>
      send(world.nodes[index % world.nodes.length]?.url ?? '', order),
    ),
  );
}

async function keyFaults(
  world: World,
  round: number,
  key: string,
  answers: Answer[],
): Promise<string[]> {
  const faults: string[] = [];
  const strange = answers.find(({ status }) => ![200, 409].includes(status));
  if (strange) faults.push(`round ${round}: answered ${strange.status} ${strange.message}`);
  const told = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
  if (told.size !== 1) faults.push(`round ${round}: ${told.size} different answers`);
  const [url = ''] = world.nodes.map((node) => node.url);
  const again = await call(url, orderOf(world, round, 3, key));
  if (!told.has(again.text)) faults.push(`round ${round}: asked again it answers otherwise`);
  const other = await call(url, orderOf(world, round, 4, key));
  if (other.status !== 422)
    faults.push(`round ${round}: another amount is answered ${other.status}`);
  const made = await countTransfers(world, key);
  if (made !== 1)
    faults.push(`${made < 1 ? 'lost' : 'doubled'}: round ${round} moved ${made} times`);
  return faults;
}

async function countTransfers({ db }: World, key: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transfers where idempotency_key = ${key}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same clicks without a key: each of them moves money, and the check must say so. */
async function withoutKey(world: World): Promise<Control> {
  const answers = await sendAtOnce(world, 0, undefined);
  const ids = new Set(answers.map(({ data }) => data.transactionId).filter(Boolean));
  return control('without a key, moved once too often', ids.size - 1);
}
