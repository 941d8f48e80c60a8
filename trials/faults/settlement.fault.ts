import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@pitboss/server/demo/random';
import { auditAll } from '@pitboss/server/reports/audit-all';
import { betFaults } from '@pitboss/server/test/bet-faults';
import type { Answer } from '@pitboss/testkit/http-client';
import { sql } from 'kysely';
import { untilServed } from './call.ts';
import { gameOf } from './game.ts';
import { type Options, roundsOf } from './options.ts';
import { control, type Outcome, raceOutcome } from './outcome.ts';
import { inCalmWorld, nodeFaults, type World } from './world.ts';

const parallel = 20;
const killEvery = 5;

/** R9: a round is settled by twenty calls at once; in every fifth a node is killed meanwhile. */
export async function settlement(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 100, 6);
  return inCalmWorld(options, async (world) => {
    const random = seededRandom(seed);
    const game = gameOf(world);
    const clients = world.people.operators.flatMap((one) => one.clients.map(({ id }) => id));
    const faults: string[] = [];
    let bets = 0;
    let settled = 0;
    let kills = 0;
    for (let round = 0; round < rounds && faults.length === 0; round++) {
      const id = await game.open();
      const placed = await game.place(id, [...clients, ...clients]);
      bets += placed;
      await game.crash(id, false);
      const isKilled = round % killEvery === killEvery - 1;
      const settling = settleAtOnce(world, id);
      if (isKilled) {
        await sleep(random() * 30);
        kills++;
        await world.nodes[1]?.end('SIGKILL');
        await world.nodes[1]?.start();
      }
      const answers = await settling;
      if (isKilled) answers.push(await settleOnce(world, 0, id));
      const sum = answers.reduce((total, { data }) => total + Number(data.settled ?? 0), 0);
      settled += sum;
      faults.push(...settleFaults(answers, sum, placed, isKilled).map((one) => `${id}: ${one}`));
      faults.push(...(await exposureFaults(world)), ...(await betFaults(world.db)));
    }
    faults.push(...(await auditAll(world.db)), ...nodeFaults(world));
    const unsettled = await game.open();
    await game.place(unsettled, clients);
    await game.crash(unsettled, false);
    const noticed = [...(await exposureFaults(world)), ...(await betFaults(world.db))];
    const controls = [control('a round that nobody settles', noticed.length)];
    const counts = { seed, rounds, acknowledged: bets, controls };
    const figures = { parallel, kills, toldAsSettled: settled };
    return [raceOutcome({ row: 'R9', name: 'settlement', ...counts, figures, faults })];
  });
}

function settleOnce(world: World, node: number, roundId: string): Promise<Answer> {
  const { token } = world.people.root;
  const path = '/rounds/betsattlement';
  return untilServed(world.nodes[node]?.url ?? '', { path, token, body: { roundId } });
}

function settleAtOnce(world: World, roundId: string): Promise<Answer[]> {
  const calls = Array.from({ length: parallel }, (_, i) => settleOnce(world, i % 2, roundId));
  return Promise.all(calls);
}

/** A killed node may have settled without a word; otherwise each bet is told of once. */
function settleFaults(answers: Answer[], sum: number, placed: number, isKilled: boolean): string[] {
  const strange = answers.find(({ status }) => status !== 200 && !(isKilled && status === 0));
  const isWhole = sum === placed || (isKilled && sum === 0);
  return [
    ...(strange ? [`answered ${strange.status} ${strange.message}`] : []),
    ...(isWhole ? [] : [`${sum} of ${placed} bets were told as settled`]),
  ];
}

async function exposureFaults({ db }: World): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'account ' || id || ' still holds ' || balance_minor || ' at stake' as fault
    from accounts where kind = 'stakes' and balance_minor <> 0 limit 3`.execute(db);
  return rows.map(({ fault }) => fault);
}
