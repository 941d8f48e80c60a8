import { reports } from '@pitboss/contract/reports';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, newRef } from '../test/game.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function stats({ token }: TestPerson, raw: object = {}) {
  return app.call(reports.stats, { token, raw });
}

test('without bets every figure of play is zero', async () => {
  const admin = await makeAdmin(app, root, { currency: 'INR' });
  const reply = await stats(admin);
  expect(reply.body.data).toEqual({
    newClients: 0,
    totalClients: 0,
    totalBets: 0,
    totalStakes: { $numberDecimal: '0.00' },
    totalCashoutAmount: { $numberDecimal: '0.00' },
    totalPl: 0,
    currency: 'INR',
  });
});

test('clients are counted over the whole branch, without operators, demo and deleted ones', async () => {
  const admin = await makeAdmin(app, root, { balance: 20_000n });
  const deep = await makeDeepAdmin(app, admin, 1_000n);
  await makeUser(app, admin);
  await makeUser(app, deep);
  await makeUser(app, admin, { isDemo: true });
  const gone = await makeUser(app, admin);
  await app.call(users.remove, { token: admin.token, params: { id: gone.id } });
  expect((await stats(admin)).data).toMatchObject({ totalClients: 2, newClients: 2 });
  expect((await stats(deep)).data).toMatchObject({ totalClients: 1, newClients: 1 });
});

test('new clients are those of the last 24 hours', async () => {
  const admin = await makeAdmin(app, root);
  const [old, recent] = [await makeUser(app, admin), await makeUser(app, admin)];
  const age = (person: TestPerson, hours: number) =>
    sql`update users set created_at = now() - make_interval(hours => ${hours}::int)
      where id = ${person.id}`.execute(app.db);
  await age(old, 25);
  await age(recent, 23);
  expect((await stats(admin)).data).toMatchObject({ totalClients: 2, newClients: 1 });
});

test('play is summed over the caller’s branch, in one currency', async () => {
  const server = await makeGame(app, root);
  const [admin, other] = [
    await makeAdmin(app, root, { balance: 10_000n }),
    await makeAdmin(app, root, { balance: 10_000n, currency: 'PKR' }),
  ];
  const [client, stranger] = [
    await makeUser(app, admin, { balance: 5_000n }),
    await makeUser(app, other, { balance: 5_000n }),
  ];
  const bet = ({ id: userId }: TestPerson, stake: bigint, autoCashout?: number) => ({
    ref: newRef(),
    userId,
    stake,
    autoCashout,
  });
  await server.play([bet(client, 1_050n, 200), bet(stranger, 700n)], 250);
  await server.play([bet(client, 1_050n, 300), bet(stranger, 700n)], 250);
  expect((await stats(admin)).data).toMatchObject({
    totalBets: 2,
    totalStakes: 2_100n,
    totalCashoutAmount: 2_100n,
    totalPl: 0n,
    currency: 'USD',
  });
  expect((await stats(other)).data).toMatchObject({ totalBets: 2, totalPl: 1_400n });
  const inPkr = await stats(root, { currency: 'PKR' });
  expect(inPkr.data).toMatchObject({ totalBets: 2, totalPl: 1_400n, currency: 'PKR' });
  expect((await stats(admin, { currency: 'PKR' })).data).toMatchObject({ totalBets: 0 });
});
