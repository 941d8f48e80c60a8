import { game } from '@pitboss/contract/game';
import { type Currency, currencies } from '@pitboss/contract/money';
import { reports } from '@pitboss/contract/reports';
import { rounds } from '@pitboss/contract/rounds';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  setStatus,
  type TestPerson,
} from '@pitboss/testkit/people';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditBooks } from '../ledger/audit-books.ts';
import { betFaults } from '../test/bet-faults.ts';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { modelMs, modelRuns } from '../test/model-runs.ts';
import { type ModelClient, type RoundModel, roundModel, type Wish } from '../test/round-model.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let server: TestGame;
/** Every sort of answer to a bet, so that the test knows that it met them all. */
const heard = new Set<string>();

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
});

afterAll(() => app.close());

/** A tree of its own for each run, with clients of every sort. */
interface World {
  operators: { person: TestPerson; currency: Currency }[];
  people: TestPerson[];
  clients: ModelClient[];
  model: RoundModel;
}

const opening = 20_000n;

async function makeWorld(): Promise<World> {
  const limits = { minimumBets: 50n, maximumBets: 6_000n };
  const admin = await makeAdmin(app, root, { balance: 200_000n, ...limits });
  const deep = await makeDeepAdmin(app, admin, 50_000n);
  const other = await makeAdmin(app, root, { balance: 100_000n, currency: 'INR' });
  const places = [
    { parent: admin, above: [root, admin], ...limits },
    { parent: admin, above: [root, admin], ...limits, status: 'suspended' as const },
    { parent: admin, above: [root, admin], ...limits, isDemo: true },
    { parent: deep, above: [root, admin, deep] },
    { parent: other, above: [root, other], currency: 'INR' as const },
    { parent: root, above: [root], currency: 'PKR' as const, minimumBets: 700n },
  ];
  const people: TestPerson[] = [];
  const clients: ModelClient[] = [];
  for (const { parent, above, ...wanted } of places) {
    const { currency = 'USD', isDemo = false, status = 'active' } = wanted as Partial<Wanted>;
    // The tightest limit up the tree counts.
    const counted = above.includes(admin) ? limits : (wanted as Partial<Wanted>);
    const { minimumBets = null, maximumBets = null } = counted as Partial<Wanted>;
    const person = await makeUser(app, parent, { ...wanted, balance: opening });
    people.push(person);
    clients.push({
      id: person.id,
      currency,
      isDemo,
      isBlocked: status !== 'active',
      wallet: opening,
      smallest: minimumBets,
      largest: maximumBets,
      above: above.map(({ id }) => id),
    });
  }
  const operators = [
    { person: admin, currency: 'USD' as const },
    { person: deep, currency: 'USD' as const },
    { person: other, currency: 'INR' as const },
  ];
  return { operators, people, clients, model: roundModel(clients) };
}

interface Wanted {
  currency: Currency;
  isDemo: boolean;
  status: string;
  minimumBets: bigint;
  maximumBets: bigint;
}

/** Nothing, but one time in so many. */
function sometimes<T>(oneIn: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** What happens in one round. Numbers that point somewhere are taken modulo what is there. */
const roundPlan = fc.record({
  bets: fc.array(
    fc.record({
      who: fc.nat(6),
      stake: fc.oneof(
        { weight: 4, arbitrary: fc.bigInt({ min: 1n, max: 4_000n }) },
        { weight: 1, arbitrary: fc.bigInt({ min: 4_000n, max: 21_000n }) },
        { weight: 1, arbitrary: fc.constantFrom(49n, 50n, 699n, 700n, 6_000n, 6_001n) },
      ),
      auto: sometimes(2, fc.integer({ min: 101, max: 500 })),
      /** The ref of another bet, now and then: of this list or of long ago. */
      repeats: sometimes(9, fc.nat(40)),
      isSame: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  ),
  leaves: fc.array(
    fc.record({ which: fc.nat(40), multiplier: fc.integer({ min: 101, max: 450 }) }),
    { maxLength: 5 },
  ),
  turnsOver: sometimes(7, fc.nat(5)),
  end: fc.constantFrom('crash', 'crash', 'crash', 'left open', 'void', 'void early'),
  crash: fc.integer({ min: 100, max: 500 }),
  /** How many rounds begin before this one ends. */
  lasts: fc.nat(2),
});
type RoundPlan = (typeof roundPlan extends fc.Arbitrary<infer T> ? T : never) & object;

const settle = (roundId: bigint) =>
  app.call(rounds.settle, { token: root.token, body: { roundId } });

function wishesOf({ bets }: RoundPlan, { clients, model }: World): Wish[] {
  const wishes: Wish[] = [];
  for (const { who, stake, auto, repeats, isSame } of bets) {
    const userId = clients[who]?.id ?? 999_999_999n;
    const wish = { ref: newRef(), userId, stake, ...(auto ? { autoCashout: auto } : {}) };
    const known = [...wishes, ...[...model.bets.values()].map(asWish)];
    const again = repeats === null ? undefined : known[repeats % known.length];
    wishes.push(again ? (isSame ? again : { ...wish, ref: again.ref }) : wish);
  }
  return wishes;
}

function asWish({
  ref,
  client,
  stake,
  auto,
}: { ref: string } & Omit<Wish, 'userId'> & {
    client: ModelClient;
    auto: number | null;
  }): Wish {
  return { ref, userId: client.id, stake, ...(auto ? { autoCashout: auto } : {}) };
}

/** Opens the round, places the bets and flies; every answer is the one that the model gives. */
async function begin(plan: RoundPlan, world: World): Promise<bigint> {
  const { model, clients, people } = world;
  const turned = plan.turnsOver === null ? undefined : clients[plan.turnsOver];
  const person = people.find(({ id }) => id === turned?.id);
  if (turned && person) {
    turned.isBlocked = !turned.isBlocked;
    await setStatus(app, person, turned.isBlocked ? 'suspended' : 'active');
  }
  const round = await server.open();
  model.open(round);
  const wishes = wishesOf(plan, world);
  const placed = await server.place(round, wishes);
  const told = placed.bets.map(({ status, reason }) => reason ?? status);
  expect(told).toEqual(model.place(round, wishes));
  for (const answer of told) heard.add(answer.replace(/\d{1,15}\.\d\d/, 'n'));
  if (plan.end === 'void early') return round;
  await server.start(round);
  model.start(round);
  const refs = [...wishes.map(({ ref }) => ref), 'unknown'];
  const cashouts = plan.leaves.map(({ which, multiplier }) => ({
    ref: refs[which % refs.length] ?? '',
    multiplier,
  }));
  if (cashouts.length === 0) return round;
  const left = await server.call(game.cashOut, { round, body: { cashouts } });
  const answers = left.data.cashouts.map(({ status, reason }) => reason ?? status);
  expect(answers).toEqual(model.leave(round, cashouts));
  return round;
}

async function end(plan: RoundPlan, round: bigint, { model }: World): Promise<void> {
  if (plan.lasts === 0) expect((await settle(round)).status).toBe(409);
  if (plan.end.startsWith('void')) {
    model.void(round);
    const ended = model.settle(round);
    const reply = await server.call(game.voidRound, { round });
    expect(reply.data).toMatchObject({ state: 'void', multiplier: null, refunded: ended });
    return;
  }
  const lowest = model.lowestCrash(round);
  if (plan.crash < lowest) {
    const body = { multiplier: plan.crash };
    expect((await server.call(game.crashRound, { round, body })).status).toBe(409);
  }
  const multiplier = Math.max(plan.crash, lowest);
  const isSettled = plan.end === 'crash';
  model.crash(round, multiplier);
  const ended = isSettled ? model.settle(round) : 0;
  expect(await server.crash(round, multiplier, isSettled)).toBe(ended);
}

/** Settles by hand what the game server left open, and moves nothing where nothing is. */
async function settleAll(ended: bigint[], { model }: World): Promise<void> {
  for (const round of ended) {
    const count = model.settle(round);
    const { data, message } = await settle(round);
    expect(data.settled + data.refunded).toBe(count);
    expect(message).toBe(
      count > 0
        ? 'Round settlement completed successfully'
        : `Nothing was left to settle in round ${round}.`,
    );
  }
}

async function compareMoney({ clients, model }: World): Promise<void> {
  const { rows } = await sql<{ id: bigint; wallet: bigint; held: bigint }>`
    select w.user_id as id, w.balance_minor as wallet, s.balance_minor as held
    from accounts w join accounts s on s.user_id = w.user_id and s.kind = 'stakes'
    where w.kind = 'wallet' and w.user_id = any (${clients.map(({ id }) => id)}::bigint[])
    order by w.user_id`.execute(app.db);
  expect(rows).toEqual(
    clients.map((one) => ({ id: one.id, wallet: one.wallet, held: model.atStake(one) })),
  );
}

async function compareBets({ model }: World): Promise<void> {
  // Those of a list are numbered by money and client, each one's in the order of the list.
  const expected = [...model.bets.values()].toSorted(
    (one, other) =>
      Number(one.round - other.round) ||
      one.client.currency.localeCompare(other.client.currency) ||
      Number(one.client.isDemo) - Number(other.client.isDemo) ||
      Number(one.client.id - other.client.id),
  );
  const kept = await app.db
    .selectFrom('bets')
    .select(['ref', 'round_id', 'user_id', 'stake_minor', 'type', 'cashout_minor'])
    .select(['auto_hundredths', 'cashout_hundredths', 'currency', 'is_demo'])
    .where('ref', 'in', ['', ...model.bets.keys()])
    .orderBy('id')
    .execute();
  expect(kept).toEqual(
    expected.map(({ ref, round, client, stake, type, cashout, auto, left }) => ({
      ref,
      round_id: round,
      user_id: client.id,
      stake_minor: stake,
      type,
      cashout_minor: cashout,
      auto_hundredths: auto,
      cashout_hundredths: left,
      currency: client.currency,
      is_demo: client.isDemo,
    })),
  );
}

type Stats = { totalBets: number; totalStakes: bigint; totalCashoutAmount: bigint };

async function statsOf({ token }: TestPerson, currency: Currency): Promise<Stats> {
  return (await app.call(reports.stats, { token, body: { currency } })).data;
}

/** Statistics and round results of the operators; of SUPER what was added to those of before. */
async function compareReports(world: World, played: bigint[], before: Stats[]): Promise<void> {
  const { operators, model } = world;
  const asked = [
    ...operators.map((one) => ({ ...one, before: undefined })),
    ...currencies.map((currency, index) => ({ person: root, currency, before: before[index] })),
  ];
  for (const { person, currency, before } of asked) {
    const all = model.figures(person.id, currency);
    expect(await statsOf(person, currency)).toMatchObject({
      totalBets: all.bets + (before?.totalBets ?? 0),
      totalStakes: all.stakes + (before?.totalStakes ?? 0n),
      totalCashoutAmount: all.cashouts + (before?.totalCashoutAmount ?? 0n),
    });
    const body = { currency, draw: 0, start: 0, length: 100 };
    const { data } = await app.call(reports.roundPl, { token: person.token, body });
    const rows = data.data.data.filter(({ roundNumber }) => played.includes(roundNumber));
    const expected = played.toReversed().flatMap((round) => {
      const { bets, stakes, cashouts } = model.figures(person.id, currency, round);
      return bets === 0
        ? []
        : { roundNumber: round, totalBets: bets, Stakes: stakes, cashoutAmount: cashouts };
    });
    expect(rows).toEqual(
      expected.map((row) =>
        expect.objectContaining({ ...row, totalPl: row.Stakes - row.cashoutAmount, currency }),
      ),
    );
  }
}

/** Rounds overlap: each ends after as many others have begun as its plan says. */
async function play(plans: RoundPlan[], world: World): Promise<bigint[]> {
  const running: { plan: RoundPlan; round: bigint; until: number }[] = [];
  const played: bigint[] = [];
  for (const [turn, plan] of plans.entries()) {
    const round = await begin(plan, world);
    played.push(round);
    running.push({ plan, round, until: turn + plan.lasts });
    for (const one of running.filter(({ until }) => until === turn)) {
      await end(one.plan, one.round, world);
    }
    await compareMoney(world);
  }
  for (const one of running.filter(({ until }) => until >= plans.length)) {
    await end(one.plan, one.round, world);
  }
  return played;
}

test(
  'hundreds of random rounds end as a plain model of the rules says',
  async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(roundPlan, { minLength: 20, maxLength: 20, size: 'max' }),
        async (plans) => {
          const world = await makeWorld();
          const before = await Promise.all(currencies.map((currency) => statsOf(root, currency)));
          const played = await play(plans, world);
          await settleAll(played, world);
          await settleAll(played.slice(-3), world);
          await compareMoney(world);
          await compareBets(world);
          await compareReports(world, played, before);
          for (const { type, left, auto } of world.model.bets.values()) {
            seen.add(`${type} ${auto ? 'auto' : 'manual'} ${left ? 'left' : 'stayed'}`);
          }
        },
      ),
      { ...modelRuns(25), endOnFailure: true },
    );
    expect(seen.size).toBe(8);
    expect(heard.size).toBe(8);
    expect(await betFaults(app.db)).toEqual([]);
    expect(await auditBooks(app.db)).toEqual([]);
  },
  modelMs,
);
