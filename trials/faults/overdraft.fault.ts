import { auditAll } from '@pitboss/server/reports/audit-all';
import type { Answer } from '@pitboss/testkit/http-client';
import { sql } from 'kysely';
import { call } from './call.ts';
import { type Options, roundsOf } from './options.ts';
import { type Control, control, type Outcome, raceOutcome } from './outcome.ts';
import { clientMinor, type Operator, type Person } from './people.ts';
import { inWorld, type World } from './world.ts';

const parallel = 100;

/** R10: everybody takes the whole balance at once; and money goes both ways between two wallets. */
export async function overdraft(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 100, 5);
  return inWorld({ settings: { ENGINE: 'off' }, operators: 4, clientsEach: 3 }, async (world) => {
    const faults: string[] = [];
    const codes: number[] = [];
    for (let round = 0; round < rounds && faults.length === 0; round++) {
      const { operator, client } = pairOf(world, round);
      const answers = await withdrawAtOnce(world, operator, client, Number(clientMinor) / 100);
      codes.push(...answers.map(({ status }) => status));
      faults.push(...(await raceFaults(world, client, answers)));
      await moveOnce(world, operator, client, 'deposit', Number(clientMinor) / 100);
    }
    const both = await bothWays(world, rounds);
    faults.push(...both.faults, ...(await auditAll(world.db)));
    const controls = [await partOfIt(world)];
    const acknowledged = codes.filter((status) => status === 200).length + both.made;
    const figures = { parallel, bothWays: both.made };
    const counts = { seed, rounds, acknowledged, figures, controls };
    return [raceOutcome({ row: 'R10', name: 'overdraft', ...counts, faults: faults.slice(0, 5) })];
  });
}

function pairOf({ people }: World, round: number): { operator: Operator; client: Person } {
  const operator = people.operators[round % people.operators.length] as Operator;
  return { operator, client: operator.clients[round % operator.clients.length] as Person };
}

function moveOnce(
  world: World,
  { token }: Operator,
  { id }: Person,
  kind: 'deposit' | 'withdraw',
  amount: number,
  node = 0,
): Promise<Answer> {
  const path = `/transactions/${kind}/${id}`;
  return call(world.nodes[node]?.url ?? '', { path, token, body: { amount } });
}

function withdrawAtOnce(world: World, operator: Operator, client: Person, amount: number) {
  const calls = Array.from({ length: parallel }, (_, index) =>
    moveOnce(world, operator, client, 'withdraw', amount, index % 2),
  );
  return Promise.all(calls);
}

async function raceFaults({ db }: World, { id }: Person, answers: Answer[]): Promise<string[]> {
  const won = answers.filter(({ status }) => status === 200).length;
  const strange = answers.find(({ status }) => status !== 200 && status !== 400);
  const { rows } = await sql<{ minor: bigint }>`
    select balance_minor as minor from accounts
    where user_id = ${id} and kind = 'wallet'`.execute(db);
  return [
    ...(won === 1 ? [] : [`${won} of ${parallel} took the whole balance of client ${id}`]),
    ...(strange ? [`answered ${strange.status} ${strange.message}`] : []),
    ...(rows[0]?.minor === 0n ? [] : [`client ${id} has ${rows[0]?.minor} left`]),
  ];
}

/** Deposits and withdrawals between the same two wallets at once: no deadlock may be heard of. */
async function bothWays(world: World, rounds: number) {
  const faults: string[] = [];
  let made = 0;
  for (let round = 0; round < Math.ceil(rounds / 4); round++) {
    const { operator, client } = pairOf(world, round);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        moveOnce(world, operator, client, index % 2 ? 'deposit' : 'withdraw', 2, (index >> 1) % 2),
      ),
    );
    made += answers.filter(({ status }) => status === 200).length;
    const strange = answers.find(({ status }) => status !== 200);
    if (strange) faults.push(`both ways: answered ${strange.status} ${strange.message}`);
  }
  return { faults, made };
}

/** The same race for a tenth of the balance: ten win, and the check must say so. */
async function partOfIt(world: World): Promise<Control> {
  const { operator, client } = pairOf(world, 0);
  const answers = await withdrawAtOnce(world, operator, client, Number(clientMinor) / 1_000);
  const found = await raceFaults(world, client, answers);
  return control('a tenth of the balance, where ten win', found.length);
}
