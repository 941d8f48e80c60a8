import { auth } from '@pitboss/contract/auth';
import {
  makeAdmin,
  makeDeepAdmin,
  makeUser,
  markDeleted,
  openTestSession,
  setStatus,
  type TestPerson,
} from './people.ts';
import type { TestApp } from './test-app.ts';

export type Caller =
  | 'none'
  | 'garbage'
  | 'ended'
  | 'USER'
  | 'ADMIN'
  | 'SUPER'
  | 'suspended'
  | 'locked'
  | 'deleted'
  | 'belowSuspended'
  | 'belowLocked'
  | 'belowDeleted';

export type Relation =
  | 'self'
  | 'child'
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

interface CallerCase {
  caller: Caller;
  actor: TestPerson;
  target: TestPerson;
  token: string | undefined;
}

const money = { balance: 5_000n };

/** One of each kind of caller, each with a client of its own that the call can be about. */
export async function makeCallers(
  app: TestApp,
  root: TestPerson,
  bystander: TestPerson,
  withDeletedTarget: boolean,
): Promise<CallerCase[]> {
  const clientOf = async (parent: TestPerson) => {
    const client = await makeUser(app, parent, money);
    if (withDeletedTarget) await markDeleted(app, client);
    return client;
  };
  const operator = (parent = root) =>
    parent === root
      ? makeAdmin(app, root, { balance: 100_000n })
      : makeDeepAdmin(app, parent, 10_000n);
  const withToken = async (caller: Caller, actor: TestPerson, token?: string) => {
    const target = await clientOf(actor);
    return { caller, actor, target, token };
  };
  const signedIn = async (caller: Caller, actor: TestPerson) =>
    withToken(caller, actor, await openTestSession(app, actor.id));

  const user = await makeUser(app, bystander, money);
  const parents = { suspended: await operator(), locked: await operator(), gone: await operator() };
  const cases = [
    await withToken('none', bystander),
    await withToken('garbage', bystander, 'x'.repeat(43)),
    await withToken('ended', bystander, await endedToken(app, bystander)),
    { ...(await signedIn('USER', bystander)), actor: user, token: user.token },
    await signedIn('ADMIN', await operator()),
    await signedIn('SUPER', root),
    await signedIn('suspended', await operator()),
    await signedIn('locked', await operator()),
    await signedIn('deleted', await operator()),
    await signedIn('belowSuspended', await operator(parents.suspended)),
    await signedIn('belowLocked', await operator(parents.locked)),
    await signedIn('belowDeleted', await operator(parents.gone)),
  ];
  const actorOf = (caller: Caller) => cases.find((one) => one.caller === caller)?.actor ?? root;
  await setStatus(app, actorOf('suspended'), 'suspended');
  await setStatus(app, actorOf('locked'), 'locked');
  await markDeleted(app, actorOf('deleted'));
  await setStatus(app, parents.suspended, 'suspended');
  await setStatus(app, parents.locked, 'locked');
  await markDeleted(app, parents.gone);
  return cases;
}

async function endedToken(app: TestApp, { id }: TestPerson): Promise<string> {
  const token = await openTestSession(app, id);
  await app.call(auth.logout, { token });
  return token;
}

/** A caller of the given rank and an account in each relation to it that this rank can have. */
export async function makeRelatives(
  app: TestApp,
  root: TestPerson,
  rank: 'SUPER' | 'ADMIN' | 'deep ADMIN',
): Promise<{ actor: TestPerson; relatives: Partial<Record<Relation, TestPerson>> }> {
  const top = await makeAdmin(app, root, { balance: 1_000_000n });
  const person =
    rank === 'SUPER' ? root : rank === 'ADMIN' ? top : await makeDeepAdmin(app, top, 200_000n);
  const actor = { ...person, token: await openTestSession(app, person.id) };
  const below = await makeBelow(app, actor);
  const nobody = { self: actor, unknown: withId(999_999_999n), malformed: malformed() };
  if (rank === 'SUPER') return { actor, relatives: { ...below, ...nobody } };

  const parent = rank === 'ADMIN' ? root : top;
  const sibling = await (rank === 'ADMIN'
    ? makeAdmin(app, root, { balance: 50_000n })
    : makeDeepAdmin(app, top, 50_000n));
  const otherAdmin = await makeAdmin(app, root, { balance: 50_000n });
  const others = {
    sibling,
    nephew: await makeUser(app, sibling, money),
    otherBranch: await makeUser(app, otherAdmin, money),
    parent,
    top: root,
  };
  return { actor, relatives: { ...below, ...nobody, ...others } };
}

async function makeBelow(app: TestApp, actor: TestPerson) {
  const operator = () =>
    actor.username === 'root'
      ? makeAdmin(app, actor, { balance: 20_000n })
      : makeDeepAdmin(app, actor, 20_000n);
  const [middle, gone] = [await operator(), await operator()];
  const below = {
    child: await makeUser(app, actor, money),
    grandchild: await makeUser(app, middle, money),
    suspendedChild: await makeUser(app, actor, money),
    lockedChild: await makeUser(app, actor, money),
    deletedChild: await makeUser(app, actor, money),
    deletedGrandchild: await makeUser(app, middle, money),
    belowDeletedChild: await makeUser(app, gone, money),
  };
  await setStatus(app, below.suspendedChild, 'suspended');
  await setStatus(app, below.lockedChild, 'locked');
  for (const one of [below.deletedChild, below.deletedGrandchild, gone]) {
    await markDeleted(app, one);
  }
  return below;
}

function withId(id: bigint): TestPerson {
  return { id, username: 'nobody', token: '' };
}

/** An id that is no id: requests write it as they write any other. */
function malformed(): TestPerson {
  return { ...withId(0n), id: '12x' as unknown as bigint };
}
