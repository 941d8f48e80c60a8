import { banks } from '@pitboss/contract/banks';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { support } from '@pitboss/contract/support';
import { addBank } from '../banks/banks.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Actor } from '../kernel/actor.ts';
import { addSupport } from '../support/support.ts';
import { actAs } from '../users/act-as.ts';
import { account } from './cashier.ts';
import { byPath, objectOf, type Sample } from './sample.ts';
import type { TestApp } from './test-app.ts';

/** A noun whose rows are an operator's own: nobody else sees or touches them. */
interface OwnResource {
  calls: Record<string, Endpoint>;
  /** Right bodies to add one and to change one with. */
  added: () => Record<string, unknown>;
  changed: () => Record<string, unknown>;
  /** Adds one by the verb, beside the calls: its owner may be unable to call. */
  make: (tx: Tx, actor: Actor) => Promise<bigint>;
  /** What is said of one that is not there, or is another's. */
  notThere: string;
}

const entry = { type: 'telegram', link: 'https://t.me/sample' } as const;

/** One entry here gives every call of the noun its decision and its sample request. */
const ownResources = {
  bank: {
    calls: banks,
    added: () => ({ ...account, maxAmount: 500, limits: 5, status: 'active' }),
    changed: () => ({ bankName: 'Another bank' }),
    make: async (tx, actor) => {
      const whole = { ...account, maxAmount: undefined, limits: undefined, status: undefined };
      return (await addBank(tx, actor, whole)).bank._id;
    },
    notThere: 'Bank not found.',
  },
  support: {
    calls: support,
    added: () => entry,
    changed: () => entry,
    make: async (tx, actor) => (await addSupport(tx, actor, entry)).entry._id,
    notThere: 'Support entry not found.',
  },
} satisfies Record<string, OwnResource>;

type Kind = keyof typeof ownResources;

/** One of anybody at all. */
export async function makeOwn(
  app: TestApp,
  kind: Kind,
  { username }: { username: string },
): Promise<bigint> {
  const actor = await actAs(app.db, username);
  return inTransaction(app.db, (tx) => ownResources[kind].make(tx, actor));
}

const calls = Object.entries(ownResources).flatMap(([kind, resource]) =>
  Object.values<Endpoint>(resource.calls).map((endpoint) => ({
    kind: kind as Kind,
    resource: resource as OwnResource,
    endpoint,
    namesOne: endpoint.about.id.startsWith('path.'),
  })),
);

/** Its operators look at their own and change it; one of another is not there. */
export const ownDecisions = Object.fromEntries(
  calls.map(({ endpoint, resource: { notThere }, namesOne }) => [
    endpoint.name,
    {
      access: endpoint.effect === 'read' ? 'look' : 'change',
      ...(namesOne ? { owner: 'ownOnly', notThere } : {}),
    },
  ]),
);

export const ownSamples: Record<string, Sample> = Object.fromEntries(
  calls.map(({ kind, endpoint, resource, namesOne }) => {
    const { effect, method, takes } = endpoint;
    const sample: Sample = async (app, { actor, owner = actor }) => {
      if (effect === 'read') return { raw: takes === 'form' ? { draw: 1 } : {} };
      if (!namesOne) return { raw: resource.added() };
      const named = byPath(await objectOf(owner, () => makeOwn(app, kind, owner)));
      return { ...named, raw: method === 'DELETE' ? {} : resource.changed() };
    };
    return [endpoint.name, sample];
  }),
);
