import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@pitboss/server/db/transaction';
import { seededRandom } from '@pitboss/server/demo/random';
import { auditAll } from '@pitboss/server/reports/audit-all';
import { betFaults } from '@pitboss/server/test/bet-faults';
import { letIn } from '@pitboss/testkit/crowd';
import type { Answer } from '@pitboss/testkit/http-client';
import { sql } from 'kysely';
import { call } from './call.ts';
import { gameOf } from './game.ts';
import { type Options, roundsOf } from './options.ts';
import { type Control, control, type Outcome, raceOutcome } from './outcome.ts';
import type { Operator, Person } from './people.ts';
import { inWorld, type World } from './world.ts';

const lanes = 4;

/** R18: a client is deleted while money comes in and it bets, and is then brought back. */
export async function removal(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 500, 20);
  const people = { operators: lanes, clientsEach: 1 };
  return inWorld({ settings: { ENGINE: 'off' }, ...people }, async (world) => {
    const game = gameOf(world);
    const round = await game.open();
    const faults: string[] = [];
    const counts = { moved: 0, bets: 0 };
    const random = seededRandom(seed);
    let next = 0;
    const lane = async (operator: Operator) => {
      while (next++ < rounds && faults.length < 5) {
        faults.push(...(await removeInMidst(world, { operator, random, counts, isRemoved: true })));
      }
    };
    await Promise.all(world.people.operators.map(lane));
    const controls = [await withoutRemoval(world, random)];
    await game.crash(round, true);
    faults.push(...(await betFaults(world.db)), ...(await auditAll(world.db)));
    const acknowledged = counts.moved + counts.bets;
    const given = { row: 'R18', name: 'removal', seed, rounds, acknowledged, controls };
    return [raceOutcome({ ...given, figures: counts, faults: faults.slice(0, 5) })];
  });
}

interface Race {
  operator: Operator;
  random: () => number;
  counts: { moved: number; bets: number };
  isRemoved: boolean;
}

interface State {
  minor: bigint;
  entries: number;
  bets: number;
}

/** One race: whoever came first, after the answer to the removal nothing moves any more. */
async function removeInMidst(world: World, race: Race): Promise<string[]> {
  const { operator, random, counts, isRemoved } = race;
  const client = await freshSession(world, operator);
  const [one = '', other = ''] = world.nodes.map((node) => node.url);
  const before = await stateOf(world, client);
  const path = `/users/${client.id}`;
  const remove = { method: 'DELETE', path, token: operator.token } as const;
  const [removed, moved, placed] = await Promise.all([
    isRemoved ? call(one, remove) : undefined,
    sleep(random() * 4).then(() => deposit(other, operator, client)),
    sleep(random() * 4).then(() => bet(other, client)),
  ]);
  if (removed && removed.status !== 200) return [`the removal was answered ${removed.status}`];
  const kept = await stateOf(world, client);
  const [lateMove, lateBet] = await Promise.all([
    deposit(other, operator, client),
    bet(other, client),
  ]);
  const after = await stateOf(world, client);
  const back = { path: `/users/restore/${client.id}`, token: operator.token };
  const restored = isRemoved ? (await call(one, back)).status : 200;
  const final = await stateOf(world, client);
  counts.moved += moved.status === 200 ? 1 : 0;
  counts.bets += placed.status === 201 ? 1 : 0;
  return [
    ...raceFaults([moved, placed], [lateMove, lateBet]),
    ...(isSame(kept, after) ? [] : ['money moved after the client was deleted']),
    ...(restored === 200 ? [] : [`the return was answered ${restored}`]),
    ...(isSame(after, final) ? [] : ['the return changed the ledger']),
    ...movedFaults(before, kept, moved, placed),
  ].map((fault) => `client ${client.id}: ${fault}`);
}

function raceFaults(first: Answer[], late: Answer[]): string[] {
  const refused = [401, 403, 404];
  const strange = first.find(
    ({ status }) => status !== 200 && status !== 201 && !refused.includes(status),
  );
  const entered = late.find(({ status }) => !refused.includes(status));
  return [
    ...(strange ? [`answered ${strange.status} ${strange.message}`] : []),
    ...(entered ? [`after the removal answered ${entered.status} ${entered.message}`] : []),
  ];
}

/** What was told in the race is what is in the ledger, no more and no less. */
function movedFaults(before: State, after: State, moved: Answer, placed: Answer): string[] {
  const bets = placed.status === 201 ? 1 : 0;
  const minor = (moved.status === 200 ? 500n : 0n) - BigInt(bets * 200);
  const isTold = after.minor - before.minor === minor && after.bets - before.bets === bets;
  return isTold ? [] : ['the ledger is not what was told'];
}

const isSame = (one: State, other: State) =>
  one.minor === other.minor && one.entries === other.entries && one.bets === other.bets;

function deposit(url: string, { token }: Operator, { id }: Person): Promise<Answer> {
  return call(url, { path: `/transactions/deposit/${id}`, token, body: { amount: 5 } });
}

function bet(url: string, { token }: Person): Promise<Answer> {
  return call(url, { path: '/player/bets', token, body: { stake: 2 } });
}

/** The removal ended the session before; a returned client signs in anew. */
async function freshSession({ db }: World, { clients }: Operator): Promise<Person> {
  const [client] = clients;
  return inTransaction(db, (tx) => letIn(tx, client?.id ?? 0n));
}

async function stateOf({ db }: World, { id }: Person): Promise<State> {
  const { rows } = await sql<State>`
    select balance_minor as minor, entry_count::int as entries,
      (select count(*)::int from bets where user_id = ${id}) as bets
    from accounts where user_id = ${id} and kind = 'wallet'`.execute(db);
  return rows[0] as State;
}

/** The same race with nobody deleted: then money does move, and the check must say so. */
async function withoutRemoval(world: World, random: () => number): Promise<Control> {
  const [operator] = world.people.operators;
  const race = { random, counts: { moved: 0, bets: 0 }, isRemoved: false };
  const found = operator ? await removeInMidst(world, { operator, ...race }) : [];
  return control('nobody is deleted', found.length);
}
