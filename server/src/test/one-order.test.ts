import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { maintenance } from '@pitboss/contract/maintenance';
import { serviceKeys } from '@pitboss/contract/service-keys';
import { sessions } from '@pitboss/contract/sessions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  markDeleted,
  openTestSession,
  type TestPerson,
} from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../auth/sessions.ts';
import { type Barrier, makeBarrier } from './barrier.ts';
import { sampleRequest, wantsDeleted } from './sample-requests.ts';
import { type Reply, type TestApp, testApp } from './test-app.ts';

/**
 * Every write of the contract meets every change that can take its right away, first the one and
 * then the other halted right before its commit: what comes of them is the outcome of that order.
 */
let app: TestApp;
let barrier: Barrier;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  barrier = await makeBarrier(app);
  root = await makeSuper(app, 100_000_000n);
});

afterAll(async () => {
  await barrier.close();
  await app.close();
});

const writes = all.filter(({ effect, allow }) => effect !== 'read' && allow !== 'public');
const byPeople = writes.filter(({ allow }) => allow === 'operators' || allow === 'players');
const byGames = writes.filter(({ allow }) => allow === 'services');
const bySuper = writes.filter(({ allow }) => allow === 'super');

/** Four levels below SUPER, each with money. */
interface Family {
  great: TestPerson;
  grand: TestPerson;
  parent: TestPerson;
  child: TestPerson;
}

type Elders = Omit<Family, 'child'>;

let elders: Elders | undefined;

async function makeElders(): Promise<Elders> {
  const great = await makeAdmin(app, root, { balance: 20_000_000n });
  const grand = await makeDeepAdmin(app, great, 15_000_000n);
  return { great, grand, parent: await makeDeepAdmin(app, grand, 12_000_000n) };
}

/** Whatever the meetings before have done to them: they are there, and may do all, as at first. */
async function setRight(people: TestPerson[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  const tokens = people.map(({ token }) => hashToken(token));
  await sql`
    with signed_in as (update sessions set ended_at = null, end_reason = null
      where token_hash = any(${tokens}) and ended_at is not null)
    update users set status = 'active', deleted_at = null,
      password_hash = (select password_hash from users where id = ${root.id})
    where id = any(${ids}::bigint[])`.execute(app.db);
}

/** The client is new each time; its elders too, where a call may change who makes it. */
async function makeFamily({ about }: Pick<Endpoint, 'about'>): Promise<Family> {
  if (about.kind === 'user' && about.id === 'caller') elders = undefined;
  elders ??= await makeElders();
  await setRight(Object.values(elders));
  return { ...elders, child: await makeUser(app, elders.parent, { balance: 10_000n }) };
}

type Relative = keyof Family;
const above: Record<Relative, Relative | 'root'> = {
  great: 'root',
  grand: 'great',
  parent: 'grand',
  child: 'parent',
};

interface Made {
  name: string;
  run: () => Promise<Reply>;
}

async function callOf(endpoint: Endpoint, family: Family, actor: TestPerson): Promise<Made> {
  const target = family.child;
  const { params, raw, files, headers } = await sampleRequest(app, endpoint.name, {
    actor,
    target,
  });
  const run = () =>
    app.call(endpoint, { token: actor.token, params, raw, files, headers }) as Promise<Reply>;
  if (wantsDeleted.has(endpoint.name)) await markDeleted(app, target);
  return { name: `${await nameOf(actor, headers)} ${endpoint.name}`, run };
}

async function nameOf({ id }: TestPerson, headers: Record<string, string>): Promise<string> {
  const key = headers['x-service-key'];
  if (!key) return String(id);
  const { rows } = await sql<{ name: string }>`
    select name from service_keys where key_hash = sha256(convert_to(${key}, 'UTF8'))`.execute(
    app.db,
  );
  return `service key ${rows[0]?.name}`;
}

/** What an operator can do to an account right below it. */
const changes = {
  lock: (by, { id }) => call(users.update, by, { params: { id }, raw: { status: 'locked' } }),
  suspend: (by, { id }) => call(users.update, by, { params: { id }, raw: { status: 'suspended' } }),
  remove: (by, { id }) => call(users.remove, by, { params: { id } }),
  password: (by, { id }) =>
    call(users.changePasswordByParent, by, {
      raw: { userId: String(id), parentPassword: password, newPassword: 'Another-horse-2' },
    }),
} satisfies Record<string, (by: TestPerson, whom: TestPerson) => Made>;
type Change = keyof typeof changes;

function call(endpoint: Endpoint, by: TestPerson, given: object): Made {
  const run = () => app.call(endpoint, { token: by.token, ...given }) as Promise<Reply>;
  return { name: `${by.id} ${endpoint.name}`, run };
}

/** Whether a call still does something once the change is there. */
function mayAfter({ name, whileSuspended }: Endpoint, change: Change, isActor: boolean): boolean {
  if (isActor) return change === 'suspend' && whileSuspended;
  // A client that cannot sign in still has money, and its operator goes on keeping its account.
  return change !== 'remove' || name === 'cash-requests.resolve';
}

const isDone = (reply: Reply) => {
  const { accepted } = (reply.body.data ?? {}) as { accepted?: number };
  return reply.status < 300 && accepted !== 0;
};

async function meet(one: Made, other: Made) {
  const { first, second, hasWaited } = await barrier.inOrder(one.name, one.run, other.run);
  return { first: isDone(first), second: isDone(second), hasWaited, reply: second };
}

describe.each(byPeople.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    const isPlayers = endpoint.allow === 'players';
    const actorIs: Relative = isPlayers ? 'child' : 'parent';
    const own = isPlayers
      ? (['child', 'parent', 'grand'] as const)
      : (['parent', 'grand', 'great'] as const);
    const cases = own.flatMap((whom, distance) =>
      (Object.keys(changes) as Change[])
        // Somebody else's password is nothing to those below.
        .filter((change) => distance === 0 || change !== 'password')
        .map((change) => [change, whom] as const),
    );

    test.each(cases)(
      'after %s of %s is refused, and what came before it counts',
      async (change, whom) => {
        for (const isChangeFirst of [true, false]) {
          const family = await makeFamily(endpoint);
          const actor = family[actorIs];
          const made = await callOf(endpoint, family, actor);
          const by = above[whom] === 'root' ? root : family[above[whom]];
          const changing = changes[change](by, family[whom]);
          if (isChangeFirst) {
            const { first, second, hasWaited } = await meet(changing, made);
            expect([first, hasWaited, second]).toEqual([
              true,
              true,
              mayAfter(endpoint, change, true),
            ]);
          } else {
            const { first, second, hasWaited } = await meet(made, changing);
            expect([first, hasWaited, second]).toEqual([true, true, true]);
          }
        }
      },
    );

    test('after the end of its session is refused, and what came before it counts', async () => {
      const endOthers = isPlayers ? sessions.endOwnOthers : sessions.endOthers;
      for (const isEndFirst of [true, false]) {
        const family = await makeFamily(endpoint);
        const actor = family[actorIs];
        const made = await callOf(endpoint, family, actor);
        const elsewhere = { ...actor, token: await openTestSession(app, actor.id) };
        const ending = call(endOthers, elsewhere, {});
        const met = await meet(...((isEndFirst ? [ending, made] : [made, ending]) as [Made, Made]));
        expect([isEndFirst, met.first, met.hasWaited]).toEqual([isEndFirst, true, true]);
        expect(met.second).toBe(!isEndFirst && !endsSessions(endpoint));
      }
    });
  },
);

/** What ends the session that ends others: the second of the two finds itself outside. */
function endsSessions({ name }: Endpoint): boolean {
  return /endOtherSessions|endOthers|changePasswordByUser|player\.changePassword|\.confirm/.test(
    name,
  );
}

const onOthers = ['transactions.deposit', 'transactions.withdraw', 'cash-requests.resolve'];

describe.each(onOthers)('%s by its operator', (name) => {
  test.each(['lock', 'suspend', 'remove'] as const)(
    'and %s of the client end in one order',
    async (change) => {
      const endpoint = all.find((one) => one.name === name) as Endpoint;
      for (const isChangeFirst of [true, false]) {
        const family = await makeFamily(endpoint);
        const made = await callOf(endpoint, family, family.parent);
        const second = { ...family.parent, token: await openTestSession(app, family.parent.id) };
        const changing = changes[change](second, family.child);
        const pair = (isChangeFirst ? [changing, made] : [made, changing]) as [Made, Made];
        const met = await meet(...pair);
        const mayBoth = isChangeFirst ? change !== 'remove' : true;
        expect([met.first, met.hasWaited, met.second]).toEqual([true, true, mayBoth]);
      }
    },
  );
});

/** That can change only while it is empty, so these meet calls that an empty account makes. */
describe('what an account is', () => {
  const asked = {
    isDemo: [{ isDemo: true }, { isDemo: false }],
    currency: [{ currency: 'INR' }, { currency: 'USD' }],
    role: [{ role: 'ADMIN' }, { role: 'USER' }],
  } as const;

  test.each(Object.keys(asked) as (keyof typeof asked)[])(
    'changes its %s before money comes or not at all',
    async (field) => {
      for (const isChangeFirst of [true, false]) {
        const client = await makeUser(app, root);
        const { id } = client;
        const changing = call(users.update, root, { params: { id }, raw: asked[field][0] });
        const again = { ...root, token: await openTestSession(app, root.id) };
        const deposit = all.find(({ name }) => name === 'transactions.deposit') as Endpoint;
        const paying = call(deposit, again, { params: { id }, raw: { amount: 5 } });
        const pair = (isChangeFirst ? [changing, paying] : [paying, changing]) as [Made, Made];
        const met = await meet(...pair);
        expect([met.first, met.hasWaited, met.second]).toEqual([true, true, isChangeFirst]);
        const { rows } = await sql<{ isDemo: boolean; treasury: boolean; currency: string }>`
          select u.is_demo as "isDemo", p.kind = 'demo_treasury' as treasury, p.currency
          from users u join accounts w on w.user_id = u.id and w.kind = 'wallet'
          join transfers t on t.to_account_id = w.id join accounts p on p.id = t.from_account_id
          where u.id = ${id}`.execute(app.db);
        const isDemo = field === 'isDemo' && isChangeFirst;
        const currency = field === 'currency' && isChangeFirst ? 'INR' : 'USD';
        expect(rows).toEqual([{ isDemo, treasury: isDemo, currency }]);
      }
    },
  );

  test.each(Object.keys(asked) as (keyof typeof asked)[])(
    'changes its %s before it makes a client, who is then of the same kind, or not at all',
    async (field) => {
      for (const isChangeFirst of [true, false]) {
        const admin = await makeAdmin(app, root);
        const body = { role: 'USER', status: 'active', password, name: 'N', isDemo: false };
        const adding = call(users.add, admin, { raw: { ...body, username: `n${admin.id}` } });
        const raw = field === 'role' ? { role: 'USER' } : asked[field][0];
        const changing = call(users.update, root, { params: { id: admin.id }, raw });
        const pair = (isChangeFirst ? [changing, adding] : [adding, changing]) as [Made, Made];
        const met = await meet(...pair);
        const isOther = isChangeFirst && field === 'currency';
        expect([met.first, met.hasWaited, met.second]).toEqual([true, true, isOther]);
        const { rows } = await sql<{ currency: string; isDemo: boolean }>`
          select currency, is_demo as "isDemo" from users where parent_id = ${admin.id}`.execute(
          app.db,
        );
        const made = { currency: isOther ? 'INR' : 'USD', isDemo: false };
        expect(rows).toEqual(isChangeFirst && !isOther ? [] : [made]);
      }
    },
  );
});

describe.each(bySuper.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test('after the end of its session is refused', async () => {
      const family = await makeFamily(endpoint);
      const token = await openTestSession(app, root.id);
      const made = await callOf(endpoint, family, { ...root, token });
      const fresh = { ...root, token: await openTestSession(app, root.id) };
      const met = await meet(call(sessions.endOthers, fresh, {}), made);
      root = fresh;
      expect([met.first, met.hasWaited, met.second]).toEqual([true, true, false]);
      expect(met.reply.status).toBe(401);
    });
  },
);

describe.each(byGames.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test('after its key was revoked is refused, and what came before it counts', async () => {
      for (const isRevokedFirst of [true, false]) {
        const made = await callOf(endpoint, await makeFamily(endpoint), root);
        const { rows } = await sql<{ id: bigint }>`select max(id) as id from service_keys`.execute(
          app.db,
        );
        const revoking = call(serviceKeys.remove, root, { params: { id: rows[0]?.id } });
        const met = await meet(
          ...((isRevokedFirst ? [revoking, made] : [made, revoking]) as [Made, Made]),
        );
        expect([met.first, met.hasWaited, met.second]).toEqual([true, true, !isRevokedFirst]);
      }
    });
  },
);

const bets = writes.filter(({ name }) => ['game.placeBets', 'player.placeBet'].includes(name));

describe.each(bets.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  const cases = (['child', 'parent', 'grand'] as const).flatMap((whom) =>
    (['lock', 'suspend', 'remove'] as const).map((change) => [change, whom] as const),
  );

  test.each(cases)(
    'after %s of %s is refused, and what came before it counts',
    async (change, whom) => {
      for (const isChangeFirst of [true, false]) {
        const family = await makeFamily(endpoint);
        const made = await callOf(endpoint, family, family.child);
        const by = family[above[whom] as Relative];
        const changing = changes[change](by, family[whom]);
        const met = await meet(
          ...((isChangeFirst ? [changing, made] : [made, changing]) as [Made, Made]),
        );
        expect([met.first, met.hasWaited, met.second]).toEqual([true, true, !isChangeFirst]);
      }
    },
  );

  test('after maintenance was switched on is refused, and what came before it counts', async () => {
    for (const isSwitchFirst of [true, false]) {
      const family = await makeFamily(endpoint);
      const made = await callOf(endpoint, family, family.child);
      const switching = call(maintenance.set, root, { raw: { isMaintenance: true } });
      const met = await meet(
        ...((isSwitchFirst ? [switching, made] : [made, switching]) as [Made, Made]),
      );
      await call(maintenance.set, root, { raw: { isMaintenance: false } }).run();
      expect([met.first, met.hasWaited, met.second]).toEqual([true, true, !isSwitchFirst]);
    }
  });

  test('is judged by the limits of its moment', async () => {
    for (const isChangeFirst of [true, false]) {
      const client = await makeUser(app, root, { balance: 10_000n });
      const family = { ...(await makeFamily(endpoint)), child: client };
      const made = await callOf(endpoint, family, client);
      const changing = call(users.update, root, {
        params: { id: client.id },
        raw: { minimumBets: 50, maximumBets: 60 },
      });
      const met = await meet(
        ...((isChangeFirst ? [changing, made] : [made, changing]) as [Made, Made]),
      );
      expect([met.first, met.hasWaited, met.second]).toEqual([true, true, !isChangeFirst]);
    }
  });
});
