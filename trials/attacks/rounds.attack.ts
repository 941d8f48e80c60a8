import { ask, must } from '@pitboss/testkit/http-client';
import { sql } from 'kysely';
import { type Case, edit, type Person, type Place, shortId, until } from './case.ts';

/** Rounds that take off soon and fly for long. */
const slowFlights = {
  ENGINE: 'on',
  ROUND_BETTING_MS: '3000',
  ROUND_DOUBLING_MS: '20000',
  ROUND_PAUSE_MS: '0',
};

/** A flight up to a hundred times the stake, and some more. */
const flightMsMax = 240_000;

interface Shown {
  round: string;
  state: string;
}

function shown({ port }: Place, { token }: Person): Promise<{ data: Shown | undefined }> {
  return ask(port, { path: '/api/player/round', token });
}

/** A round of the engine that flies. */
function flying(place: Place, person: Person): Promise<Shown> {
  return until(
    async () => {
      const { data } = await shown(place, person);
      return data?.state === 'flying' ? data : undefined;
    },
    'A flight',
    flightMsMax,
  );
}

function bet({ port }: Place, { token }: Person, body: object = { stake: 2 }) {
  return ask(port, { path: '/api/player/bets', token, body });
}

/** Bets in the next round that is open, and waits until that flies. */
async function betAndFly(place: Place, person: Person): Promise<string> {
  const placed = await until(
    async () => {
      const answer = await bet(place, person);
      return answer.status === 201 ? answer : undefined;
    },
    'A round to bet on',
    flightMsMax,
  );
  await flying(place, person);
  return String(placed.data._id);
}

/** One bet cannot be settled, whatever the reason: here the database refuses its wallet. */
const stuckRound: Case = {
  row: 'C3',
  name: 'stuck-round',
  run: async (place) => {
    const { target } = place;
    const operator = await place.operator();
    const people = [];
    for (let count = 0; count < 4; count++) people.push(await place.client(operator.token, 10));
    const call = await place.game();
    const { round } = (await call('', { ref: shortId() })).data;
    const bets = people.map(({ id }) => ({
      ref: shortId(),
      userId: id,
      stake: 2,
      autoCashout: 1.5,
    }));
    await call(`/${round}/bets`, { bets });
    await call(`/${round}/start`, {});
    const stuck = people[0]?.id;
    await sql.raw(refuseWallet(String(stuck))).execute(target.db);
    const crashed = await call(`/${round}/crash`, { multiplier: 2 }).catch(() => undefined);
    await sql.raw('drop trigger refuse_one on accounts').execute(target.db);
    const { rows } = await sql<{ settled: number; state: string }>`
      select count(*) filter (where b.type = 'settled')::int as settled, min(r.state) as state
      from rounds r join bets b on b.round_id = r.id where r.id = ${round}`.execute(target.db);
    const { settled = 0, state = '' } = rows[0] ?? {};
    const open = settled === 3 ? [] : [`Of 3 sound bets ${settled} were settled: ${state}.`];
    const told = crashed ? 'told' : 'refused';
    return { tries: 1, open, seen: `crash ${told}, ${settled} of 3 sound bets settled, ${state}` };
  },
};

const refuseWallet = (userId: string) => `
  create or replace function refuse_one() returns trigger language plpgsql as $$
  begin
    if new.user_id = ${Number(userId)} and new.kind = 'wallet' then
      raise exception 'this wallet holds no more' using errcode = 'numeric_value_out_of_range';
    end if;
    return new;
  end $$;
  grant execute on function refuse_one to public;
  create trigger refuse_one before update on accounts for each row execute function refuse_one()`;

/** While the engine's round flies, a game server's is open for betting. */
const betElsewhere: Case = {
  row: 'C5',
  name: 'bet-elsewhere',
  settings: slowFlights,
  run: async (place) => {
    const client = await place.client((await place.operator()).token, 100);
    const call = await place.game();
    const open: string[] = [];
    const seen: string[] = [];
    const tries = 3;
    for (let turn = 0; turn < tries; turn++) {
      const { round } = (await call('', { ref: shortId() })).data;
      await flying(place, client);
      const placed = await bet(place, client);
      seen.push(String(placed.status));
      const into = String(placed.data?.round ?? placed.data?.roundId ?? '');
      if (placed.status === 201 && into === String(round)) {
        open.push(`The bet went into round ${into}, which the player is not shown.`);
      }
      await call(`/${round}/void`, {});
    }
    return { tries, open, seen: `bets in flight answered ${seen.join(', ')}` };
  },
};

/** A stake in flight, and an operator's click. */
const staysInFlight: Case = {
  row: 'C12',
  name: 'in-flight',
  settings: slowFlights,
  run: async (place) => {
    const { target } = place;
    const operator = await place.operator();
    const open: string[] = [];
    // A flight may be over before it can be left: then the next one tells.
    const left = await until(() => leaveSuspended(place, operator), 'A flight that lasts', 180_000);
    if (left === 403) open.push('A suspended player cannot leave with its stake.');
    const locked = await place.client(operator.token, 10);
    const other = await betAndFly(place, locked);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await edit(place, operator.token, locked.id, { status: 'locked' });
    const { rows } = await sql<{ cashout: number | null; state: string }>`
      select b.cashout_hundredths as cashout, r.state from bets b join rounds r on r.id = b.round_id
      where b.id = ${other}`.execute(target.db);
    const [row] = rows;
    const isTaken = row?.cashout === null && row.state === 'flying';
    if (isTaken) open.push('A lock in flight leaves the stake to be lost.');
    const cashed = row?.cashout ? `${row.cashout / 100}` : `none (${row?.state})`;
    return { tries: 2, open, seen: `cash-out ${left}; taken out by the lock at ${cashed}` };
  },
};

/** The status that a suspended player's cash-out is answered with; none where it came too late. */
async function leaveSuspended(place: Place, operator: Person): Promise<number | undefined> {
  const { port } = place;
  const client = await place.client(operator.token, 10);
  const betId = await betAndFly(place, client);
  await edit(place, operator.token, client.id, { status: 'suspended' });
  // Nobody can leave before 1.01.
  await new Promise((resolve) => setTimeout(resolve, 600));
  const path = `/api/player/bets/${betId}/cashout`;
  const { status } = await ask(port, { path, token: client.token, body: {} });
  return status === 409 ? undefined : status;
}

/** The owner of the tables rewrites a round that is over. */
const rewritten: Case = {
  row: 'C9',
  name: 'rewritten-round',
  run: async (place) => {
    const { stage, target } = place;
    const client = await place.client((await place.operator()).token, 100);
    const call = await place.game();
    const { round } = (await call('', { ref: shortId() })).data;
    await call(`/${round}/bets`, { bets: [{ ref: shortId(), userId: client.id, stake: 2 }] });
    await call(`/${round}/start`, {});
    await call(`/${round}/crash`, { multiplier: 2 });
    const lookAt = () => stage.command(target, 'books');
    const before = await lookAt();
    // Records are sealed every second.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await sql.raw('alter table rounds disable trigger user').execute(target.db);
    await sql`update rounds set multiplier_hundredths = 9999 where id = ${round}`.execute(
      target.db,
    );
    const after = await lookAt();
    await sql`update rounds set multiplier_hundredths = 200 where id = ${round}`.execute(target.db);
    await sql.raw('alter table rounds enable trigger user').execute(target.db);
    const isQuiet = before.includes('The books balance.');
    const isUnseen = after.includes('The books balance.');
    const named = after.split('\n').find((line) => line.includes('round')) ?? '';
    const open = isUnseen ? ['A past round was rewritten, and the books balance.'] : [];
    if (!isQuiet) throw new Error(`The books did not balance before: ${before.slice(0, 200)}`);
    return { tries: 1, open, seen: isUnseen ? 'books: nothing found' : `books: ${named}` };
  },
};

/** A bet that left a round which is void afterwards. */
const voidMultiplier: Case = {
  row: 'C20',
  name: 'void-multiplier',
  run: async (place) => {
    const { port } = place;
    const operator = await place.operator();
    const client = await place.client(operator.token, 100);
    const call = await place.game();
    const { round } = (await call('', { ref: shortId() })).data;
    const ref = shortId();
    await call(`/${round}/bets`, { bets: [{ ref, userId: client.id, stake: 2 }] });
    await call(`/${round}/start`, {});
    await call(`/${round}/cashouts`, { cashouts: [{ ref, multiplier: 1.5 }] });
    await call(`/${round}/void`, {});
    const { data } = await must(port, { path: '/api/player/bets', token: client.token });
    const told = Object.entries(data[0]).filter(([, value]) => Number(value) === 1.5);
    const open = told.map(([name]) => `The void bet shows 1.5 as its ${name}.`);
    return { tries: 1, open, seen: told.length > 0 ? 'the void bet shows 1.5' : 'no multiplier' };
  },
};

export const roundCases = [stuckRound, betElsewhere, staysInFlight, rewritten, voidMultiplier];
