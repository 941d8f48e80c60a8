import { auth } from '@pitboss/contract/auth';
import { player } from '@pitboss/contract/player';
import {
  makeAdmin,
  makeDeepAdmin,
  makeUser,
  markDeleted,
  openTestSession,
  setStatus,
  type TestPerson,
} from '@pitboss/testkit/people';
import type { TestApp } from './test-app.ts';
import type { Try } from './try-call.ts';

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
  | 'belowDeleted'
  | 'key'
  | 'revokedKey'
  | 'garbageKey';

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
  key?: Try['key'];
}

const money = { balance: 5_000n };

/** Whoever comes with a service key instead of a session. */
const keyCallers = [
  ['key', 'good'],
  ['revokedKey', 'revoked'],
  ['garbageKey', 'garbage'],
] as const;

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
  const withToken = async (caller: Caller, actor: TestPerson, token?: string) => ({
    caller,
    actor,
    token,
    target: await clientOf(actor),
  });
  const signedIn = async (caller: Caller, actor: TestPerson) =>
    withToken(caller, actor, await openTestSession(app, actor.id));
  const user = await makeUser(app, bystander, money);
  const { states, spoil } = await makeStates(app, root, (parent) =>
    makeOperator(app, parent, root),
  );
  const cases: CallerCase[] = [
    await withToken('none', bystander),
    await withToken('garbage', bystander, 'x'.repeat(43)),
    await withToken('ended', bystander, await endedToken(app, bystander, auth.logout)),
    { ...(await signedIn('USER', bystander)), actor: user, token: user.token },
    await signedIn('ADMIN', await makeOperator(app, root, root)),
    await signedIn('SUPER', root),
  ];
  for (const [caller, key] of keyCallers) {
    cases.push({ ...(await withToken(caller, bystander)), key });
  }
  for (const [caller, actor] of states) cases.push(await signedIn(caller, actor));
  await spoil();
  return cases;
}

/** The same for the calls of a player app: whoever calls, the call is about itself. */
export async function makePlayerCallers(
  app: TestApp,
  root: TestPerson,
  bystander: TestPerson,
): Promise<CallerCase[]> {
  const client = (parent = bystander) => makeUser(app, parent, money);
  const itself = (caller: Caller, actor: TestPerson, token?: string) => ({
    caller,
    actor,
    target: actor,
    token,
  });
  const signedIn = async (caller: Caller, actor: TestPerson) =>
    itself(caller, actor, await openTestSession(app, actor.id));
  const { states, spoil } = await makeStates(app, root, client);
  const gone = await client();
  const cases: CallerCase[] = [
    itself('none', await client()),
    itself('garbage', await client(), 'x'.repeat(43)),
    itself('ended', gone, await endedToken(app, gone, player.logout)),
    await signedIn('USER', await client()),
    await signedIn('ADMIN', await makeOperator(app, root, root)),
    await signedIn('SUPER', root),
  ];
  for (const [caller, key] of keyCallers) {
    cases.push({ ...itself(caller, await client()), key });
  }
  for (const [caller, actor] of states) cases.push(await signedIn(caller, actor));
  await spoil();
  return cases;
}

/** Operators below SUPER come by the call, deeper ones beside it. */
function makeOperator(app: TestApp, parent: TestPerson, root: TestPerson): Promise<TestPerson> {
  return parent === root
    ? makeAdmin(app, root, { balance: 100_000n })
    : makeDeepAdmin(app, parent, 10_000n);
}

/** People whom something is held against, themselves or above; `spoil` brings it about. */
async function makeStates(
  app: TestApp,
  root: TestPerson,
  make: (parent: TestPerson) => Promise<TestPerson>,
) {
  const above = () => makeOperator(app, root, root);
  const [suspended, locked, deleted] = [await above(), await above(), await above()];
  const own = { suspended: await make(root), locked: await make(root), deleted: await make(root) };
  const states: [Caller, TestPerson][] = [
    ...(Object.entries(own) as [Caller, TestPerson][]),
    ['belowSuspended', await make(suspended)],
    ['belowLocked', await make(locked)],
    ['belowDeleted', await make(deleted)],
  ];
  const spoil = async () => {
    for (const one of [own.suspended, suspended]) await setStatus(app, one, 'suspended');
    for (const one of [own.locked, locked]) await setStatus(app, one, 'locked');
    for (const one of [own.deleted, deleted]) await markDeleted(app, one);
  };
  return { states, spoil };
}

async function endedToken(
  app: TestApp,
  { id }: TestPerson,
  logout: typeof auth.logout | typeof player.logout,
): Promise<string> {
  const token = await openTestSession(app, id);
  await app.call(logout, { token });
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

/** One who is not there, by this id. */
export function withId(id: bigint): TestPerson {
  return { id, username: 'nobody', token: '' };
}

/** An id that is no id: requests write it as they write any other. */
export function malformed(): TestPerson {
  return { ...withId(0n), id: '12x' as unknown as bigint };
}
