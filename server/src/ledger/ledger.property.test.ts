import { type Currency, currencies, type Minor } from '@pitboss/contract/money';
import { transactions } from '@pitboss/contract/transactions';
import { makeDeepAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { modelMs, modelRuns } from '../test/model-runs.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { auditBooks } from './audit-books.ts';
import { issue } from './issue.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app, 1n);
});

afterAll(() => app.close());

/** A person as the plain model knows it: SUPER has a purse in each currency, others have one. */
interface Member {
  person: TestPerson;
  parent: Member | null;
  role: 'SUPER' | 'ADMIN' | 'USER';
  isDemo: boolean;
  currency: Currency;
  purses: Record<Currency, Minor>;
}

type Step =
  | { do: 'add'; pick: number; role: 'ADMIN' | 'USER'; isDemo: boolean; amount: Minor }
  | { do: 'deposit' | 'withdraw'; pick: number; amount: Minor };

const amount = fc.oneof(
  fc.bigInt({ min: 100n, max: 2_000n }),
  fc.bigInt({ min: 100n, max: 60_000n }),
);
const pick = fc.nat(1_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    pick,
    role: fc.constantFrom('ADMIN' as const, 'USER' as const),
    isDemo: fc.boolean(),
    amount,
  }),
  fc.record({ do: fc.constantFrom('deposit' as const, 'withdraw' as const), pick, amount }),
);

function emptyPurses(): Record<Currency, Minor> {
  return { USD: 0n, INR: 0n, PKR: 0n };
}

/** Puts money into a purse as the rules say, or answers false when it is not there. */
function pay(to: Member, minor: Minor): boolean {
  const { parent, currency } = to;
  if (!parent) return false;
  if (!to.isDemo) {
    if (parent.purses[currency] < minor) return false;
    parent.purses[currency] -= minor;
  }
  to.purses[currency] += minor;
  return true;
}

function takeBack(from: Member, minor: Minor): boolean {
  const { parent, currency } = from;
  if (!parent || from.isDemo || from.purses[currency] < minor) return false;
  from.purses[currency] -= minor;
  parent.purses[currency] += minor;
  return true;
}

async function add(tree: Member[], { pick, isDemo, amount, ...step }: Step & { do: 'add' }) {
  const operators = tree.filter((one) => one.role !== 'USER');
  const parent = operators[pick % operators.length];
  if (!parent) throw new Error('SUPER is always there.');
  const currency = parent.role === 'SUPER' ? (currencies[pick % 3] ?? 'USD') : parent.currency;
  // An ADMIN below an ADMIN is written beside the calls, always with real money.
  const role = parent.isDemo ? 'USER' : step.role;
  const isDeep = role === 'ADMIN' && parent.role === 'ADMIN';
  const member = { parent, role, currency, purses: emptyPurses() };
  const kind = { isDemo: isDeep ? false : parent.isDemo || isDemo };
  const expected: Member = { ...member, ...kind, person: parent.person };
  const isPossible = pay(expected, amount);
  const made = isDeep
    ? makeDeepAdmin(app, parent.person, amount)
    : makeUser(app, parent.person, { role, currency, ...kind, balance: amount });
  const person = await made.catch(() => undefined);
  expect(person !== undefined).toBe(isPossible);
  if (person) tree.push({ ...expected, person });
}

async function move(tree: Member[], { do: kind, pick, amount }: Exclude<Step, { do: 'add' }>) {
  const clients = tree.filter((one) => one.parent !== null);
  const client = clients[pick % clients.length];
  if (!client?.parent) return;
  const isPossible = kind === 'deposit' ? pay(client, amount) : takeBack(client, amount);
  const reply = await app.call(transactions[kind], {
    token: client.parent.person.token,
    params: { id: client.person.id },
    body: { amount },
  });
  expect(reply.status).toBe(isPossible ? 200 : kind === 'withdraw' && client.isDemo ? 409 : 400);
  if (isPossible) expect(reply.data.balance).toBe(client.purses[client.currency]);
}

async function walletsOf(people: TestPerson[]): Promise<Map<string, Minor>> {
  const rows = await app.db
    .selectFrom('accounts')
    .select(['user_id', 'currency', 'balance_minor'])
    .where('kind', '=', 'wallet')
    .where(
      'user_id',
      'in',
      people.map((person) => person.id),
    )
    .execute();
  return new Map(rows.map((row) => [`${row.user_id} ${row.currency}`, row.balance_minor]));
}

/** SUPER as it stands now, with a little more in each wallet: earlier runs gave theirs away. */
async function startOver(): Promise<Member> {
  await inTransaction(app.db, async (tx) => {
    for (const currency of currencies) await issue(tx, root.id, currency, 90_000n);
  });
  const wallets = await walletsOf([root]);
  const purses = emptyPurses();
  for (const currency of currencies) purses[currency] = wallets.get(`${root.id} ${currency}`) ?? 0n;
  return { person: root, parent: null, role: 'SUPER', isDemo: false, currency: 'USD', purses };
}

test(
  'any tree and any moves leave the wallets of a plain model, and books that balance',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
        async (steps) => {
          const tree = [await startOver()];
          for (const one of steps) {
            if (one.do === 'add') await add(tree, one);
            else await move(tree, one);
          }
          const wallets = await walletsOf(tree.map((one) => one.person));
          for (const { person, currency, purses } of tree) {
            const inWallet = wallets.get(`${person.id} ${currency}`);
            expect(inWallet).toBe(purses[currency]);
            expect(inWallet).toBeGreaterThanOrEqual(0n);
          }
          expect(await auditBooks(app.db)).toEqual([]);
        },
      ),
      modelRuns(30),
    );
  },
  modelMs,
);

test(
  'random moves all at the same time leave nothing below zero and nothing lost',
  async () => {
    await startOver();
    const admin = await makeUser(app, root, { role: 'ADMIN', balance: 40_000n });
    const deep = await makeDeepAdmin(app, admin, 15_000n);
    const pairs = [
      { by: root, client: admin },
      { by: root, client: await makeUser(app, root, { balance: 5_000n }) },
      { by: admin, client: deep },
      { by: admin, client: await makeUser(app, admin, { balance: 5_000n }) },
      { by: deep, client: await makeUser(app, deep, { balance: 5_000n }) },
    ] as const;
    const people = [root, ...pairs.map(({ client }) => client)];
    const before = await total(people);
    const order = fc.record({
      pair: fc.constantFrom(...pairs),
      amount,
      call: fc.constantFrom(transactions.deposit, transactions.withdraw),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 20, maxLength: 40 }), async (orders) => {
        const replies = await Promise.all(
          orders.map(({ pair: { by, client }, amount, call }) =>
            app.call(call, { token: by.token, params: { id: client.id }, body: { amount } }),
          ),
        );
        expect(replies.every(({ status }) => status === 200 || status === 400)).toBe(true);
        expect(replies.some(({ status }) => status === 200)).toBe(true);
        expect(await total(people)).toBe(before);
        expect(await auditBooks(app.db)).toEqual([]);
      }),
      modelRuns(8),
    );
  },
  modelMs,
);

async function total(people: TestPerson[]): Promise<Minor> {
  const wallets = await walletsOf(people);
  return [...wallets.values()].reduce((sum, minor) => sum + minor, 0n);
}
