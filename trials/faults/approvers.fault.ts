import type { Answer } from '@pitboss/testkit/http-client';
import { sql } from 'kysely';
import { call } from './call.ts';
import { request } from './load.ts';
import { type Options, roundsOf } from './options.ts';
import { type Control, control, type Outcome, raceOutcome } from './outcome.ts';
import type { Operator, Person } from './people.ts';
import { inWorld, type World } from './world.ts';

type Status = 'success' | 'failed' | 'pending';

/** What a request is decided to be before the race, and what the two then want at once. */
interface Race {
  name: string;
  before: Status[];
  wants: [Status, Status];
  /** How many of the two may win. */
  wins: number[];
}

const races: Race[] = [
  { name: 'success-success', before: [], wants: ['success', 'success'], wins: [1] },
  { name: 'success-failed', before: [], wants: ['success', 'failed'], wins: [1, 2] },
  { name: 'failed-to-success', before: ['failed'], wants: ['success', 'success'], wins: [1] },
  { name: 'success-to-pending', before: ['success'], wants: ['pending', 'pending'], wins: [0] },
];

/** A picture of one pixel, as a receipt. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

/** R8: two approvers decide one request on two nodes at once, each kind of race many times. */
export async function approvers(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 500, 10);
  return inWorld({ settings: { ENGINE: 'off' }, operators: 4, clientsEach: 8 }, async (world) => {
    const outcomes: Outcome[] = [];
    for (const race of races) outcomes.push(await runRaces(world, race, rounds, seed));
    return outcomes;
  });
}

const lanes = 4;

async function runRaces(world: World, race: Race, rounds: number, seed: number) {
  const faults: string[] = [];
  let won = 0;
  let next = 0;
  // Races of different operators run side by side; a wallet is not made to wait for its own.
  const lane = async (index: number) => {
    const operator = world.people.operators[index];
    for (let turn = next++; turn < rounds && operator; turn = next++) {
      const { wins, found } = await decideAtOnce(world, operator, race, turn);
      won += wins;
      faults.push(...found);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  const controls = [await planted(world, race)];
  const name = `approvers ${race.name}`;
  const counts = { row: 'R8', name, seed, rounds, acknowledged: won, controls };
  return raceOutcome({ ...counts, faults: faults.slice(0, 5) });
}

async function decideAtOnce(world: World, operator: Operator, race: Race, turn: number) {
  const client = operator.clients[turn % operator.clients.length];
  const [one = '', other = ''] = world.nodes.map((node) => node.url);
  const type = turn % 5 === 4 ? 'deposit' : 'withdraw';
  const id = client ? await file(one, operator, client, type, turn) : '';
  for (const status of race.before) await decide(one, operator, id, status);
  const answers = await Promise.all([
    decide(turn % 2 ? one : other, operator, id, race.wants[0]),
    decide(turn % 2 ? other : one, world.people.root, id, race.wants[1]),
  ]);
  const wins = answers.filter(({ status }) => status === 200).length;
  const codes = answers.map(({ status }) => status).join(' and ');
  const found: string[] = [];
  if (answers.some(({ status }) => status !== 200 && status !== 409))
    found.push(`answered ${codes}`);
  if (!race.wins.includes(wins)) found.push(`${wins} of two approvers won`);
  found.push(...(await requestFaults(world, id)));
  return { wins, found: found.map((fault) => `request ${id} (${type}): ${fault}`) };
}

async function file(
  url: string,
  { bankId }: Operator,
  client: Person,
  type: 'deposit' | 'withdraw',
  turn: number,
): Promise<string> {
  const minor = 100 + (turn % 50);
  if (type === 'withdraw') return String((await call(url, request(client, minor).call)).data._id);
  const form = new FormData();
  form.append('amount', String(minor / 100));
  form.append('bankId', String(bankId));
  form.append('receipt', new Blob([pixel]), 'receipt.png');
  const filed = { path: '/player/requests/deposit', token: client.token, body: form };
  return String((await call(url, filed)).data._id);
}

function decide(url: string, { token }: Person, reqId: string, status: Status): Promise<Answer> {
  return call(url, { path: '/banking/users/request/dw/update', token, body: { reqId, status } });
}

/** Each step of a request moves money once, and the state is what the last step made it. */
async function requestFaults({ db }: World, id: string): Promise<string[]> {
  const { rows } = await sql<{ status: Status; type: string; steps: Status[]; moved: string[] }>`
    select r.status, r.type,
      (select array_agg(s.to_status order by s.id) from cash_request_steps s
       where s.request_id = r.id) as steps,
      (select coalesce(array_agg(t.kind order by t.id), '{}') from transfers t
       where t.cash_request_id = r.id) as moved
    from cash_requests r where r.id = ${id}::bigint`.execute(db);
  const row = rows[0];
  if (!row) return ['is not there'];
  const faults: string[] = [];
  const due = dueFor(row.type, row.steps).join(' ');
  if (row.moved.join(' ') !== due) faults.push(`moved ${row.moved.join(' ')} instead of ${due}`);
  if (row.status !== row.steps.at(-1)) faults.push(`is ${row.status} after ${row.steps.join(' ')}`);
  if (row.steps.slice(0, -1).includes('success')) faults.push('was changed after success');
  return faults;
}

function dueFor(type: string, steps: Status[]): string[] {
  return steps.flatMap((to, index) => {
    const from = steps[index - 1];
    const paid = to === 'success' ? [type === 'deposit' ? 'cash_deposit' : 'cash_withdraw'] : [];
    if (type === 'deposit') return paid;
    if (from === undefined) return ['hold'];
    return [
      ...(from === 'failed' ? ['hold'] : []),
      ...(to === 'failed' ? ['release'] : []),
      ...paid,
    ];
  });
}

/** A step on record that no money went with: the check must find it. */
async function planted(world: World, { name }: Race): Promise<Control> {
  const [operator] = world.people.operators;
  const [client] = operator?.clients ?? [];
  const [node] = world.nodes;
  if (!operator || !client || !node) return control(`${name}: a step without its money`, 0);
  const id = await file(node.url, operator, client, 'withdraw', 0);
  await sql`insert into cash_request_steps (request_id, from_status, to_status, actor_id, note)
    values (${id}::bigint, 'pending', 'success', ${operator.id}, '')`.execute(world.db);
  return control(`${name}: a step without its money`, (await requestFaults(world, id)).length);
}
