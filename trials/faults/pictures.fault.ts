import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@pitboss/server/demo/random';
import { auditAll } from '@pitboss/server/reports/audit-all';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import { flatWebp } from '../attacks/pictures.ts';
import { newBook, percentile } from './book.ts';
import { callOnce } from './call.ts';
import { startLoad } from './load.ts';
import { type Options, roundsOf } from './options.ts';
import { control, type Outcome, raceOutcome } from './outcome.ts';
import { countMoves } from './same-moves.ts';
import { inWorld, nodeFaults, type World } from './world.ts';

const loops = 8;
const floodMs = 10_000;
const signInMsMax = 1_000;
/** Pictures are made one after the other, and on a busy machine each takes long. */
const patienceMs = 120_000;
/** One that is taken, and one that is measured and refused. */
const sides = [5_000, 6_300];

/** R25: pictures that are large once decoded, under load: people sign in and move money. */
export async function pictures(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 3, 1);
  const settings = { ENGINE: 'off' };
  return inWorld({ nodes: 1, settings, operators: 4, clientsEach: 10 }, async (world) => {
    const book = newBook();
    const load = startLoad(world, book, {
      workers: 4,
      random: seededRandom(seed),
      onlyMoves: true,
    });
    const faults: string[] = [];
    const late: string[] = [];
    const codes: number[] = [];
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      let isOver = false;
      const flooding = Array.from({ length: loops }, async (_, index) => {
        for (let turn = index; !isOver; turn++) {
          const status = await upload(world, index, sides[turn % sides.length] ?? 0);
          codes.push(status);
          if (status === 429) await sleep(100);
        }
      });
      for (const endsAt = performance.now() + floodMs; performance.now() < endsAt; ) {
        const signIn = { path: '/auth/login', body: superSignIn };
        const { status, ms } = await callOnce(urlOf(world), signIn);
        if (status !== 200) faults.push(`a sign-in was answered ${status}`);
        times.push(ms);
        await sleep(50);
      }
      isOver = true;
      await Promise.all(flooding);
    }
    await load.end();
    const odd = [...new Set(codes)].filter((status) => ![201, 413, 429].includes(status));
    if (odd.length > 0) faults.push(`pictures were answered ${odd.join(' ')}`);
    const moves = await countMoves(world, book);
    faults.push(...moves.faults, ...book.wrong, ...nodeFaults(world));
    faults.push(...(await auditAll(world.db)));
    const p99 = percentile(times, 0.99);
    if (p99 > signInMsMax) late.push(`sign-ins: p99 ${Math.round(p99)} ms`);
    const made = codes.filter((status) => status === 201).length;
    const figures = {
      signIns: times.length,
      signInP99: Math.round(p99),
      pictures: codes.length,
      made,
    };
    const controls = [control('pictures that were refused', codes.length - made)];
    const counts = { seed, rounds, acknowledged: moves.made, figures, controls, late };
    return [raceOutcome({ row: 'R25', name: 'pictures', ...counts, faults: faults.slice(0, 5) })];
  });
}

const urlOf = ({ nodes }: World) => nodes[0]?.url ?? '';

/** A client's receipt, of another client in each loop. */
async function upload(world: World, index: number, side: number): Promise<number> {
  const { operators } = world.people;
  const operator = operators[index % operators.length];
  const client = operator?.clients[Math.floor(index / operators.length)];
  const form = new FormData();
  form.set('amount', '1');
  form.set('bankId', String(operator?.bankId));
  form.set('receipt', new Blob([new Uint8Array(flatWebp(side))]), 'a.webp');
  const token = client?.token ?? '';
  const path = '/player/requests/deposit';
  const answer = await callOnce(urlOf(world), { path, token, body: form, patienceMs });
  // Five may be pending: what was filed is taken back, so that the next is looked at too.
  const cancel = `/player/requests/${answer.data._id}/cancel`;
  if (answer.status === 201) await callOnce(urlOf(world), { path: cancel, token });
  return answer.status;
}
