import {
  makeAdmin,
  makeDeepAdmin,
  makeUser,
  markDeleted,
  openTestSession,
  setStatus,
  type TestPerson,
} from '@pitboss/testkit/people';
import { type Lasting, lasting } from './lasting.ts';
import type { TestApp } from './test-app.ts';

export type Relation =
  | 'self'
  | 'child'
  | 'childOperator'
  | 'grandchild'
  | 'sibling'
  | 'nephew'
  | 'otherBranch'
  | 'parent'
  | 'top'
  | 'deletedChild'
  | 'deletedGrandchild'
  | 'belowDeletedChild'
  | 'suspendedChild'
  | 'lockedChild'
  | 'unknown'
  | 'malformed';

export const ranks = ['SUPER', 'ADMIN', 'deep ADMIN'] as const;
export type Rank = (typeof ranks)[number];

export interface Kin {
  actor: TestPerson;
  /** Those relations that an account can have to this rank. */
  relations: Relation[];
  /** An account in each of them. */
  relatives: Lasting<Relation, TestPerson>;
}

const money = { balance: 5_000n };

/** A caller of the given rank and an account in each relation to it that this rank can have. */
export async function makeKin(app: TestApp, root: TestPerson, rank: Rank): Promise<Kin> {
  const top = await makeAdmin(app, root, { balance: 20_000_000n });
  const person =
    rank === 'SUPER' ? root : rank === 'ADMIN' ? top : await makeDeepAdmin(app, top, 10_000_000n);
  const actor = { ...person, token: await openTestSession(app, person.id) };
  const makers = { ...belowMakers(app, actor), ...besideMakers(app, root, rank, top, actor) };
  const made = lasting((relation: Relation) => {
    const make: (() => Promise<TestPerson>) | undefined = makers[relation];
    if (!make) throw new Error(`${rank} has no ${relation}.`);
    return make();
  });
  return { actor, relations: Object.keys(makers) as Relation[], relatives: made };
}

type Makers = Partial<Record<Relation, () => Promise<TestPerson>>>;

function belowMakers(app: TestApp, actor: TestPerson): Makers {
  const operator = (balance: bigint) =>
    actor.username === 'root'
      ? makeAdmin(app, actor, { balance })
      : makeDeepAdmin(app, actor, balance);
  const middle = lasting(() => operator(500_000n));
  const client = () => makeUser(app, actor, money);
  const clientOfMiddle = async () => makeUser(app, await middle.get('middle'), money);
  const then = async (one: Promise<TestPerson>, change: (one: TestPerson) => Promise<void>) => {
    await change(await one);
    return one;
  };
  return {
    child: client,
    childOperator: () => operator(5_000n),
    grandchild: clientOfMiddle,
    suspendedChild: () => then(client(), (one) => setStatus(app, one, 'suspended')),
    lockedChild: () => then(client(), (one) => setStatus(app, one, 'locked')),
    deletedChild: () => then(client(), (one) => markDeleted(app, one)),
    deletedGrandchild: () => then(clientOfMiddle(), (one) => markDeleted(app, one)),
    belowDeletedChild: async () => {
      const gone = await operator(20_000n);
      return then(makeUser(app, gone, money), () => markDeleted(app, gone));
    },
  };
}

function besideMakers(
  app: TestApp,
  root: TestPerson,
  rank: Rank,
  top: TestPerson,
  actor: TestPerson,
): Makers {
  const nobody = {
    self: async () => actor,
    unknown: async () => withId(999_999_999n),
    malformed: async () => malformed(),
  };
  if (rank === 'SUPER') return nobody;
  const sibling = () =>
    rank === 'ADMIN'
      ? makeAdmin(app, root, { balance: 50_000n })
      : makeDeepAdmin(app, top, 50_000n);
  return {
    ...nobody,
    sibling,
    nephew: async () => makeUser(app, await sibling(), money),
    otherBranch: async () => makeUser(app, await makeAdmin(app, root, { balance: 50_000n }), money),
    parent: async () => (rank === 'ADMIN' ? root : top),
    top: async () => root,
  };
}

/** One who is not there, by this id. */
export function withId(id: bigint): TestPerson {
  return { id, username: 'nobody', token: '' };
}

/** An id that is no id: requests write it as they write any other. */
export function malformed(): TestPerson {
  return { ...withId(0n), id: '12x' as unknown as bigint };
}
