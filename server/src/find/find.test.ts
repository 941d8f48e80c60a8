import { type Found, find } from '@pitboss/contract/find';
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
import { askDeposit, makeBank } from '../test/cashier.ts';
import { makeGame, newRef } from '../test/game.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let deep: TestPerson;
let stranger: TestPerson;
let player: TestPerson;
let gone: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { username: 'keeper', balance: 900_000n });
  deep = await makeDeepAdmin(app, admin, 100_000n);
  stranger = await makeAdmin(app, root, { username: 'stranger', balance: 50_000n });
  for (const username of ['player10', 'aplayer1', 'PLAYER11']) {
    await makeUser(app, admin, { username, name: `Named ${username}` });
  }
  player = await makeUser(app, deep, { username: 'player1', name: 'Maria', balance: 5_000n });
  gone = await makeUser(app, admin, { username: 'player1-gone' });
  await app.call(users.remove, { token: admin.token, params: { id: gone.id } });
  await makeUser(app, stranger, { username: 'player1-theirs', name: 'Maria', balance: 100n });
});

afterAll(() => app.close());

async function findBy(viewer: TestPerson, q: string): Promise<Found> {
  const reply = await app.call(find.all, { token: viewer.token, raw: { q } });
  expect([reply.status, reply.message]).toEqual([200, 'OK']);
  return reply.data;
}

const namesIn = ({ clients }: Found) => clients.map(({ username }) => username);

test('a client is found anywhere below, the very name first, then beginnings, then parts', async () => {
  const names = ['player1', 'player10', 'PLAYER11', 'aplayer1'];
  expect(namesIn(await findBy(admin, ' PLAYER1 '))).toEqual(names);
  const [first] = (await findBy(admin, 'player1')).clients;
  expect(first).toMatchObject({ balance: 5_000n, parentId: deep.id, parentName: deep.username });
  expect(namesIn(await findBy(admin, 'mari'))).toEqual(['player1']);
  expect(namesIn(await findBy(admin, String(player.id)))).toContain('player1');
  expect(namesIn(await findBy(admin, `#${player.id}`))[0]).toBe('player1');
});

test('nobody of another branch is found, nor oneself, nor the deleted', async () => {
  expect(namesIn(await findBy(deep, 'player'))).toEqual(['player1']);
  expect(namesIn(await findBy(stranger, 'player'))).toEqual(['player1-theirs']);
  expect(namesIn(await findBy(stranger, String(player.id)))).toEqual([]);
  expect(namesIn(await findBy(admin, 'keeper'))).toEqual([]);
  expect(namesIn(await findBy(root, 'maria'))).toEqual(['player1', 'player1-theirs']);
  for (const viewer of [root, admin]) {
    expect(namesIn(await findBy(viewer, gone.username))).toEqual([]);
  }
});

test('one or two letters name nobody, and signs mean themselves', async () => {
  for (const q of ['p', 'pl', '%%%', '___', "' or true --", '#']) {
    expect(namesIn(await findBy(root, q))).toEqual([]);
  }
});

test('requests, rounds, bets, transfers and banks are found by number, in the branch alone', async () => {
  const bankId = await makeBank(app, deep, { bankName: 'Harbour Bank' });
  const request = (await askDeposit(app, player, bankId, 1_500n)).data._id;
  const server = await makeGame(app, root);
  const round = await server.play([{ ref: newRef(), userId: player.id, stake: 250n }], 200);
  const numbers = async (table: string, where: string) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from ${sql.table(table)} where ${sql.raw(where)} limit 1`.execute(app.db);
    return rows[0]?.id ?? 0n;
  };
  const bet = await numbers('bets', `user_id = ${player.id}`);
  const entry = await numbers('entries', `owner_id = ${player.id}`);
  const wanted = [
    ['requests', request, { username: 'player1', amount: 1_500n, status: 'pending' }],
    ['bets', bet, { username: 'player1', amount: 250n, round }],
    ['transfers', entry, { username: 'player1', userId: player.id }],
  ] as const;
  for (const [group, id, values] of wanted) {
    for (const viewer of [root, admin, deep]) {
      const found: object[] = (await findBy(viewer, String(id)))[group];
      expect(found).toContainEqual(expect.objectContaining(Object.assign({ _id: id }, values)));
    }
    expect((await findBy(stranger, String(id)))[group]).toEqual([]);
  }
  expect((await findBy(stranger, String(round))).rounds).toMatchObject([{ _id: round }]);
  for (const q of [String(bankId), 'harbour']) {
    expect((await findBy(deep, q)).banks).toMatchObject([{ _id: bankId }]);
    for (const viewer of [root, admin, stranger]) {
      expect((await findBy(viewer, q)).banks).toEqual([]);
    }
  }
});
