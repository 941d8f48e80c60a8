import { auth } from '@pitboss/contract/auth';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { player } from '@pitboss/contract/player';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Barrier, makeBarrier } from '../test/barrier.ts';
import { type Reply, type TestApp, testApp } from '../test/test-app.ts';

/**
 * A session is being opened while something commits that must end it, or must not let it begin:
 * first the one and then the other is halted right before its commit.
 */
let app: TestApp;
let barrier: Barrier;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  barrier = await makeBarrier(app);
  root = await makeSuper(app);
});

afterAll(async () => {
  await barrier.close();
  await app.close();
});

const tries = 5;
const newPassword = 'Battery-staple-2';

interface Made {
  name: string;
  run: () => Promise<Reply>;
}

function made(endpoint: Endpoint, by: TestPerson, given: object): Made {
  const run = () => app.call(endpoint, { token: by.token, ...given }) as Promise<Reply>;
  return { name: `${by.id} ${endpoint.name}`, run };
}

function lock(by: TestPerson, { id }: TestPerson): Made {
  return made(users.update, by, { params: { id }, raw: { status: 'locked' } });
}

/** The operator and its client, and what befalls the client, or the operator itself. */
interface Case {
  door: typeof auth.login | typeof player.login;
  change: (parent: TestPerson, person: TestPerson) => Made;
  /** What one who comes after it with the old password is told. */
  refused: number;
}

const byParent: Case['change'] = (parent, { id }) =>
  made(users.changePasswordByParent, parent, {
    raw: { userId: String(id), parentPassword: password, newPassword },
  });
const raw = { currentPassword: password, newPassword };
const byOperator: Case['change'] = (_, person) => made(users.changePasswordByUser, person, { raw });
const byClient: Case['change'] = (_, person) => made(player.changePassword, person, { raw });
const remove: Case['change'] = (parent, { id }) => made(users.remove, parent, { params: { id } });
const lockParent: Case['change'] = (parent) => lock(root, parent);

const cases: Record<string, Case> = {
  "a client's new password by its parent": { door: player.login, change: byParent, refused: 401 },
  "an operator's new password by its parent": { door: auth.login, change: byParent, refused: 401 },
  "an operator's own new password": { door: auth.login, change: byOperator, refused: 401 },
  "a client's own new password": { door: player.login, change: byClient, refused: 401 },
  'a lock of the client': { door: player.login, change: lock, refused: 403 },
  'a lock of the operator': { door: auth.login, change: lock, refused: 403 },
  'a lock of the operator above': { door: player.login, change: lockParent, refused: 403 },
  'a delete': { door: player.login, change: remove, refused: 403 },
};

async function makePair({ door }: Case): Promise<[parent: TestPerson, person: TestPerson]> {
  if (door === auth.login) return [root, await makeAdmin(app, root)];
  const parent = await makeAdmin(app, root);
  return [parent, await makeUser(app, parent)];
}

function signIn(door: Case['door'], { id, username }: TestPerson): Made {
  const run = () => app.call(door, { body: { username, password } }) as Promise<Reply>;
  return { name: `${id} ${door.name}`, run };
}

/** Open sessions, without the one that the owner itself goes on with. */
async function openSessionsOf({ id, token }: TestPerson): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sessions
    where user_id = ${id} and ended_at is null
      and token_hash <> sha256(convert_to(${token}, 'UTF8'))`.execute(app.db);
  return rows[0]?.count ?? -1;
}

describe.each(Object.entries(cases))('%s', (_, one) => {
  test('ends the session that was being opened', async () => {
    for (let round = 0; round < tries; round++) {
      const [parent, person] = await makePair(one);
      const [entering, changing] = [signIn(one.door, person), one.change(parent, person)];
      const met = await barrier.inOrder(entering.name, entering.run, changing.run);
      expect([met.first.status, met.hasWaited, met.second.status]).toEqual([200, true, 200]);
      expect(await openSessionsOf(person)).toBe(0);
    }
  });

  test('lets nobody in who has proven what was true before it', async () => {
    for (let round = 0; round < tries; round++) {
      const [parent, person] = await makePair(one);
      const [entering, changing] = [signIn(one.door, person), one.change(parent, person)];
      const met = await barrier.inOrder(changing.name, changing.run, entering.run);
      const told = [met.first.status, met.hasWaited, met.second.status];
      expect(told).toEqual([200, true, one.refused]);
      expect(await openSessionsOf(person)).toBe(0);
    }
  });
});
