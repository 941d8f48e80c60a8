import { setTimeout as sleep } from 'node:timers/promises';
import { auditAll } from '@pitboss/server/reports/audit-all';
import { percentile } from './book.ts';
import { type Call, call, callOnce } from './call.ts';
import { gameOf } from './game.ts';
import { type Options, roundsOf } from './options.ts';
import { control, type Outcome, raceOutcome } from './outcome.ts';
import type { Operator, Person } from './people.ts';
import { inWorld, type World } from './world.ts';

const searchesAtOnce = 24;
const quietCalls = 150;
/** How long a player may have to wait, and how much longer anybody than without others. */
const p99MsMax = 100;
const timesLonger = 2;

/** R23: one operator searches all the time; quiet operators, players and games do not notice. */
export async function loudCaller(options: Options): Promise<Outcome[]> {
  const rounds = roundsOf(options, 4, 1);
  const settings = { ENGINE: 'off' };
  return inWorld({ nodes: 1, settings, operators: 4, clientsEach: 10 }, async (world) => {
    const [loud, quiet] = world.people.operators as [Operator, Operator];
    const quietOnes = quietCallers(world, quiet);
    await history(world, loud);
    const faults: string[] = [];
    let acknowledged = 0;
    let ownWaits = 0;
    for (let round = 0; round < rounds; round++) {
      for (const { calls, alone, beside } of quietOnes) {
        alone.push(...(await timesOf(world, await calls(), faults)));
        const next = await calls();
        const stop = startSearching(world, loud, (status) => {
          if (status === 200) acknowledged += 1;
        });
        const times = await timesOf(world, next, faults);
        beside.push(...times);
        const own = await timesOf(world, repeated({ ...ownCall, token: loud.token }, 20), []);
        await stop();
        if (percentile(own, 0.95) > percentile(times, 0.95)) ownWaits += 1;
      }
    }
    const { figures, late } = judge(quietOnes);
    faults.push(...(await auditAll(world.db)));
    const controls = [control('the loud caller waits longer than the quiet one', ownWaits)];
    const counts = { seed: options.seed, rounds, acknowledged, figures, controls, late };
    return [
      raceOutcome({ row: 'R23', name: 'loud-caller', ...counts, faults: faults.slice(0, 5) }),
    ];
  });
}

interface QuietCaller {
  who: string;
  isPlay: boolean;
  /** New ones for each time that they are sent. */
  calls: () => Promise<Call[]>;
  /** How long they took, of all rounds together: of one alone a few slow ones decide. */
  alone: number[];
  beside: number[];
}

function quietCallers(world: World, { token, clients }: Operator): QuietCaller[] {
  const client = clients[0] as Person;
  const look: Call = { method: 'GET', path: '/player/me', token: client.token };
  const move = { path: `/transactions/deposit/${client.id}`, token, body: { amount: 1 } };
  const game = gameOf(world);
  const made: Pick<QuietCaller, 'who' | 'isPlay' | 'calls'>[] = [
    { who: 'player', isPlay: true, calls: async () => repeated(look, quietCalls) },
    { who: 'cashOut', isPlay: true, calls: () => game.fly(client.id, quietCalls) },
    { who: 'operator', isPlay: false, calls: async () => repeated(move, quietCalls) },
  ];
  return made.map((one) => ({ ...one, alone: [], beside: [] }));
}

function judge(quietOnes: QuietCaller[]) {
  const figures: Record<string, number> = {};
  const late: string[] = [];
  for (const { who, isPlay, alone, beside } of quietOnes) {
    const [before, p95, p99] = [
      percentile(alone, 0.95),
      percentile(beside, 0.95),
      percentile(beside, 0.99),
    ];
    figures[`${who}AloneP95`] = Math.round(before * 10) / 10;
    figures[`${who}BesideP95`] = Math.round(p95 * 10) / 10;
    figures[`${who}BesideP99`] = Math.round(p99 * 10) / 10;
    const times = p95 / before;
    if (times > timesLonger) late.push(`${who}: p95 ${times.toFixed(1)} times as long`);
    if (isPlay && p99 > p99MsMax) late.push(`${who}: p99 above ${p99MsMax} ms`);
  }
  return { figures, late };
}

const repeated = (one: Call, count: number): Call[] => Array.from({ length: count }, () => one);

/** Something to search in. */
async function history(world: World, { token, clients }: Operator): Promise<void> {
  for (let turn = 0; turn < 400; turn++) {
    const { id } = clients[turn % clients.length] as Person;
    await call(urlOf(world), { path: `/transactions/deposit/${id}`, token, body: { amount: 1 } });
  }
}

/** Something small that the loud caller asks for besides. */
const ownCall = { path: '/stats/allStats' };

const urlOf = ({ nodes }: World) => nodes[0]?.url ?? '';

async function timesOf(world: World, calls: Call[], faults: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const given of calls) {
    const { status, message, ms } = await callOnce(urlOf(world), given);
    if (status !== 200) faults.push(`a quiet caller was answered ${status} ${message}`);
    times.push(ms);
  }
  return times;
}

/** Keeps so many searches under way until it is told to stop. */
function startSearching(
  world: World,
  { token }: Operator,
  onAnswer: (status: number) => void,
): () => Promise<void> {
  let isOver = false;
  const body = { length: 100, search: { value: 'nothing of this kind' } };
  const workers = Array.from({ length: searchesAtOnce }, async () => {
    while (!isOver) {
      const path = '/transactions/getAllStatement';
      const { status } = await callOnce(urlOf(world), { path, token, body });
      onAnswer(status);
      if (status !== 200) await sleep(20);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(workers);
  };
}
