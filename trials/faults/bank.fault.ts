import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@pitboss/server/demo/random';
import { operatorMinor } from '@pitboss/testkit/crowd';
import { sql } from 'kysely';
import { newBook } from './book.ts';
import { call } from './call.ts';
import { compare } from './check.ts';
import { startLoad } from './load.ts';
import type { Options } from './options.ts';
import { type Control, control, type Outcome, raceOutcome } from './outcome.ts';
import type { Operator } from './people.ts';
import { inWorld, type World } from './world.ts';

const writers = 16;
const seconds = { whole: 60, quick: 4 };

/** What the readers found, read by read. */
interface Tally {
  reads: number;
  faults: string[];
}

/**
 * R12: while sixteen move money between operators and clients, what an operator and its clients
 * have together is the same in each single read; a statement's totals are the sums of its rows.
 */
export async function bank(options: Options): Promise<Outcome[]> {
  const { seed, isQuick } = options;
  const lastsMs = 1_000 * (isQuick ? seconds.quick : seconds.whole);
  return inWorld({ settings: { ENGINE: 'off' }, operators: 4, clientsEach: 10 }, async (world) => {
    const book = newBook();
    const random = seededRandom(seed);
    const tally: Tally = { reads: 0, faults: [] };
    let isOver = false;
    const load = startLoad(world, book, { workers: writers, random, onlyMoves: true });
    const read = async (look: () => Promise<string[]>) => {
      while (!isOver && tally.faults.length < 5) {
        tally.faults.push(...(await look()));
        tally.reads++;
      }
    };
    const readers = [
      read(() => branchTotal(world, random)),
      read(() => branchTotal(world, random)),
      read(() => statementRows(world, random)),
      read(() => allMoney(world)),
    ];
    const torn = tornReads(world, () => isOver);
    await sleep(lastsMs);
    isOver = true;
    const controls = [await torn];
    await Promise.all(readers);
    await load.end();
    const { lost, doubled } = await compare(world, book.acknowledged);
    const figures = { reads: tally.reads, writers, readers: readers.length, lastsMs };
    const acknowledged = book.acknowledged.length;
    const counts = { seed, rounds: 1, acknowledged, figures, controls };
    const found = { lost: lost.length, doubled: doubled.length, faults: tally.faults };
    return [raceOutcome({ row: 'R12', name: 'bank', ...counts, ...found })];
  });
}

function someOperator({ people }: World, random: () => number): Operator {
  return people.operators[Math.floor(random() * people.operators.length)] as Operator;
}

function ask(world: World, path: string, token: string, body: object, random: () => number) {
  const node = world.nodes[Math.floor(random() * world.nodes.length)];
  return call(node?.url ?? '', { path, token, body });
}

interface Statement {
  data: { deposit: number; withdraw: number; bankBalance: number }[];
  totals: { deposit: number; withdraw: number };
  recordsTotal: number;
}

/** All that came in less all that went out, over an operator's branch: what SUPER once gave it. */
async function branchTotal(world: World, random: () => number): Promise<string[]> {
  const operator = someOperator(world, random);
  const body = { length: 10 };
  const answer = await ask(world, '/transactions/getAllStatement', operator.token, body, random);
  if (answer.status !== 200) return [`a statement is answered ${answer.status} ${answer.message}`];
  const { totals } = answer.data as unknown as Statement;
  const minor = Math.round((totals.deposit - totals.withdraw) * 100);
  return minor === Number(operatorMinor) ? [] : [`a branch has ${minor} together in one read`];
}

/** A client's statement in one read: totals against rows, and the last balance against both. */
async function statementRows(world: World, random: () => number): Promise<string[]> {
  const operator = someOperator(world, random);
  const client = operator.clients[Math.floor(random() * operator.clients.length)];
  const body = { userId: String(client?.id), length: 500 };
  const answer = await ask(world, '/transactions/getAllStatement', operator.token, body, random);
  if (answer.status !== 200) return [`a statement is answered ${answer.status} ${answer.message}`];
  const { data, totals, recordsTotal } = answer.data as unknown as Statement;
  if (recordsTotal > data.length) return [];
  const sum = (of: 'deposit' | 'withdraw') =>
    data.reduce((total, row) => total + Math.round(row[of] * 100), 0);
  const isSummed =
    sum('deposit') === Math.round(totals.deposit * 100) &&
    sum('withdraw') === Math.round(totals.withdraw * 100);
  const last = Math.round((data[0]?.bankBalance ?? 0) * 100);
  const isLast = last === sum('deposit') - sum('withdraw');
  return isSummed && isLast ? [] : [`the statement of client ${client?.id} does not add up`];
}

async function allMoney({ db }: World): Promise<string[]> {
  const { rows } = await sql<{ total: string; least: string }>`
    select sum(balance_minor)::text as total,
      min(balance_minor) filter (where user_id is not null)::text as least
    from accounts`.execute(db);
  await sleep(10);
  const row = rows[0];
  if (row?.total === '0' && Number(row.least) >= 0) return [];
  return [`all accounts add up to ${row?.total}, the least has ${row?.least}`];
}

/** The same question in two reads instead of one: here the sum must be seen to change. */
async function tornReads(world: World, isOver: () => boolean): Promise<Control> {
  const [operator] = world.people.operators;
  const [node] = world.nodes;
  let torn = 0;
  while (!isOver() && operator && node) {
    const { token, clients } = operator;
    const own = await call(node.url, { path: '/users/getAgentbalance', token });
    const list = await call(node.url, { path: '/users/get', token, body: { length: 100 } });
    const rows = (list.data as unknown as { data: { balance: number }[] }).data ?? [];
    const minor = [Number(own.data.balance), ...rows.map(({ balance }) => balance)]
      .map((units) => Math.round(units * 100))
      .reduce((sum, one) => sum + one, 0);
    if (rows.length === clients.length && minor !== Number(operatorMinor)) torn++;
    await sleep(20);
  }
  return control('two reads instead of one, torn', torn);
}
