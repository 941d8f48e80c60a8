import { setTimeout as sleep } from 'node:timers/promises';
import { auditAll } from '@pitboss/server/reports/audit-all';
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

interface Times {
  p95Ms: number;
  p99Ms: number;
}

/** R23: one operator searches all the time; quiet operators, players and games do not notice. */
export async function loudCaller(options: Options): Promise<Outcome[]> {
  const rounds = roundsOf(options, 4, 1);
  const settings = { ENGINE: 'off' };
  return inWorld({ nodes: 1, settings, operators: 4, clientsEach: 10 }, async (world) => {
    const [loud, quiet] = world.people.operators as [Operator, Operator];
    const quietOnes = quietCallers(world, quiet);
    await history(world, loud);
    const faults: string[] = [];
    const late: string[] = [];
    const figures: Record<string, number> = {};
    let acknowledged = 0;
    let ownWaits = 0;
    for (let round = 0; round < rounds; round++) {
      for (const { who, isPlay, calls } of quietOnes) {
        const alone = await timesOf(world, await calls(), faults);
        const next = await calls();
        const stop = startSearching(world, loud, (code) => {
          if (code === 200) acknowledged += 1;
        });
        const beside = await timesOf(world, next, faults);
        const own = await timesOf(world, repeated({ ...ownCall, token: loud.token }, 20), []);
        await stop();
        figures[`${who}AloneP95`] = Math.round(alone.p95Ms);
        figures[`${who}BesideP95`] = Math.round(beside.p95Ms);
        figures[`${who}BesideP99`] = Math.round(beside.p99Ms);
        if (own.p95Ms > beside.p95Ms) ownWaits += 1;
        const times = beside.p95Ms / alone.p95Ms;
        if (times > timesLonger) late.push(`${who}: p95 ${times.toFixed(1)} times as long`);
        if (isPlay && beside.p99Ms > p99MsMax) late.push(`${who}: p99 above ${p99MsMax} ms`);
      }
    }
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
}

function quietCallers(world: World, { token, clients }: Operator): QuietCaller[] {
  const client = clients[0] as Person;
  const look: Call = { method: 'GET', path: '/player/me', token: client.token };
  const move = { path: `/transactions/deposit/${client.id}`, token, body: { amount: 1 } };
  const game = gameOf(world);
  return [
    { who: 'player', isPlay: true, calls: async () => repeated(look, quietCalls) },
    { who: 'cashOut', isPlay: true, calls: () => game.fly(client.id, quietCalls) },
    { who: 'operator', isPlay: false, calls: async () => repeated(move, quietCalls) },
  ];
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

async function timesOf(world: World, calls: Call[], faults: string[]): Promise<Times> {
  const times: number[] = [];
  for (const given of calls) {
    const { code, message, ms } = await callOnce(urlOf(world), given);
    if (code !== 200) faults.push(`a quiet caller was answered ${code} ${message}`);
    times.push(ms);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p95Ms: at(0.95), p99Ms: at(0.99) };
}

/** Keeps so many searches under way until it is told to stop. */
function startSearching(
  world: World,
  { token }: Operator,
  onAnswer: (code: number) => void,
): () => Promise<void> {
  let isOver = false;
  const body = { length: 100, search: { value: 'nothing of this kind' } };
  const workers = Array.from({ length: searchesAtOnce }, async () => {
    while (!isOver) {
      const path = '/transactions/getAllStatement';
      const { code } = await callOnce(urlOf(world), { path, token, body });
      onAnswer(code);
      if (code !== 200) await sleep(20);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(workers);
  };
}
