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

export const callers = [
  'none',
  'garbage',
  'ended',
  'USER',
  'ADMIN',
  'SUPER',
  'suspended',
  'locked',
  'deleted',
  'belowSuspended',
  'belowLocked',
  'belowDeleted',
  'key',
  'revokedKey',
  'garbageKey',
] as const;
export type Caller = (typeof callers)[number];

export interface CallerCase {
  actor: TestPerson;
  target: TestPerson;
  token: string | undefined;
  key?: Try['key'];
}

const money = { balance: 5_000n };

interface Stage {
  app: TestApp;
  root: TestPerson;
  bystander: TestPerson;
}

/** How callers of one sort are made: who they are, and whom their calls are about. */
interface Sort {
  make(parent: TestPerson): Promise<TestPerson>;
  targetOf(actor: TestPerson): Promise<TestPerson>;
  /** Who stands where nobody is signed in. */
  somebody(): Promise<TestPerson>;
  user(): Promise<CallerCase>;
  logout: typeof auth.logout | typeof player.logout;
}

/** A caller of one kind, with a client of its own that the call can be about. */
export function operatorCaller(
  stage: Stage,
  caller: Caller,
  hasDeletedTarget: boolean,
): Promise<CallerCase> {
  const { app, root, bystander } = stage;
  const targetOf = async (actor: TestPerson) => {
    const client = await makeUser(app, actor, money);
    if (hasDeletedTarget) await markDeleted(app, client);
    return client;
  };
  return callerOf(stage, caller, {
    make: (parent) => makeOperator(app, parent, root),
    targetOf,
    somebody: async () => bystander,
    user: async () => {
      const actor = await makeUser(app, bystander, money);
      return { actor, token: actor.token, target: await targetOf(bystander) };
    },
    logout: auth.logout,
  });
}

/** The same for the calls of a player app: whoever calls, the call is about itself. */
export function playerCaller(stage: Stage, caller: Caller): Promise<CallerCase> {
  const { app, bystander } = stage;
  const client = (parent = bystander) => makeUser(app, parent, money);
  return callerOf(stage, caller, {
    make: client,
    targetOf: async (actor) => actor,
    somebody: client,
    user: async () => signedIn(app, await client(), async (actor) => actor),
    logout: player.logout,
  });
}

async function callerOf(stage: Stage, caller: Caller, sort: Sort): Promise<CallerCase> {
  const { app, root } = stage;
  const nobody = async (token?: string, key?: Try['key']) => {
    const actor = await sort.somebody();
    return { actor, token, key, target: await sort.targetOf(actor) };
  };
  switch (caller) {
    case 'none':
      return nobody();
    case 'garbage':
      return nobody('x'.repeat(43));
    case 'key':
      return nobody(undefined, 'good');
    case 'revokedKey':
      return nobody(undefined, 'revoked');
    case 'garbageKey':
      return nobody(undefined, 'garbage');
    case 'ended': {
      const one = await signedIn(app, await sort.somebody(), sort.targetOf);
      await app.call(sort.logout, { token: one.token });
      return one;
    }
    case 'USER':
      return sort.user();
    case 'ADMIN':
      return signedIn(app, await makeOperator(app, root, root), sort.targetOf);
    case 'SUPER':
      return signedIn(app, root, sort.targetOf);
    default:
      return heldCaller(stage, caller, sort);
  }
}

type Held = Exclude<
  Caller,
  'none' | 'garbage' | 'key' | 'revokedKey' | 'garbageKey' | 'ended' | 'USER' | 'ADMIN' | 'SUPER'
>;

const spoil: Record<Held, (app: TestApp, one: TestPerson) => Promise<void>> = {
  suspended: (app, one) => setStatus(app, one, 'suspended'),
  locked: (app, one) => setStatus(app, one, 'locked'),
  deleted: markDeleted,
  belowSuspended: (app, one) => setStatus(app, one, 'suspended'),
  belowLocked: (app, one) => setStatus(app, one, 'locked'),
  belowDeleted: markDeleted,
};

/** One whom something is held against, itself or above; it comes when all else is there. */
async function heldCaller({ app, root }: Stage, caller: Held, sort: Sort): Promise<CallerCase> {
  const isAbove = caller.startsWith('below');
  const above = isAbove ? await makeOperator(app, root, root) : root;
  const one = await signedIn(app, await sort.make(above), sort.targetOf);
  await spoil[caller](app, isAbove ? above : one.actor);
  return one;
}

async function signedIn(app: TestApp, actor: TestPerson, targetOf: Sort['targetOf']) {
  return { actor, token: await openTestSession(app, actor.id), target: await targetOf(actor) };
}

/** Operators below SUPER come by the call, deeper ones beside it. */
function makeOperator(app: TestApp, parent: TestPerson, root: TestPerson): Promise<TestPerson> {
  return parent === root
    ? makeAdmin(app, root, { balance: 100_000n })
    : makeDeepAdmin(app, parent, 10_000n);
}
