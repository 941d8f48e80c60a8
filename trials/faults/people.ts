import { openSession } from '@pitboss/server/auth/sessions';
import { addBank } from '@pitboss/server/banks/banks';
import type { Db, Tx } from '@pitboss/server/db/database';
import { inTransaction } from '@pitboss/server/db/transaction';
import type { Actor } from '@pitboss/server/kernel/actor';
import { issue } from '@pitboss/server/ledger/issue';
import { addServiceKey } from '@pitboss/server/service-keys/service-keys';
import { actAs } from '@pitboss/server/users/act-as';
import { addUser } from '@pitboss/server/users/add-user';
import { superSignIn } from '@pitboss/testkit/super-sign-in';

export interface Person {
  id: bigint;
  token: string;
}

export interface Operator extends Person {
  bankId: bigint;
  clients: Person[];
}

export interface People {
  root: Person;
  operators: Operator[];
  /** The key of a game server. */
  serviceKey: string;
}

/** Where a client wants to be paid, and an operator's bank. */
export const account = {
  bankName: 'City Bank',
  accountHolderName: 'A Client',
  accountNumber: '0011223344',
  IBAN: 'IN64CITY0011223344',
};

const sessionLimits = { hoursMax: 12, idleMinutesMax: 30 };
const issuedMinor = 80_000_000_000_000n;
export const operatorMinor = 1_000_000_000_000n;
export const clientMinor = 100_000_000n;

/** SUPER with money, operators below, clients below them: everybody signed in. */
export async function addPeople(db: Db, operators: number, clientsEach: number): Promise<People> {
  const root = await actAs(db, superSignIn.username);
  return inTransaction(db, async (tx) => {
    await issue(tx, root.id, 'USD', issuedMinor);
    const made: Operator[] = [];
    for (let index = 0; index < operators; index++) {
      made.push(await addOperator(tx, root, `operator${index}`, clientsEach));
    }
    const { serviceKey } = await addServiceKey(tx, root, 'faults');
    return { root: await signIn(tx, root.id), operators: made, serviceKey: serviceKey.key };
  });
}

async function addOperator(
  tx: Tx,
  root: Actor,
  username: string,
  clientsEach: number,
): Promise<Operator> {
  const user = { ...blank(username), role: 'ADMIN', currency: 'USD', balance: operatorMinor };
  await addUser(tx, root, user as typeof user & { role: 'ADMIN'; currency: 'USD' }, 'none');
  const actor = await actAs(tx, username);
  const clients: Person[] = [];
  for (let index = 0; index < clientsEach; index++) {
    const client = { ...blank(`${username}-c${index}`), balance: clientMinor };
    const added = await addUser(tx, actor, client, 'none');
    clients.push(await signIn(tx, added.user._id));
  }
  const unlimited = { maxAmount: undefined, limits: undefined, status: undefined };
  const { bank } = await addBank(tx, actor, { ...account, ...unlimited });
  return { ...(await signIn(tx, actor.id)), bankId: bank._id, clients };
}

export async function signIn(tx: Tx, id: bigint): Promise<Person> {
  const from = { address: 'faults', agent: 'faults', secret: undefined };
  const { token } = await openSession(tx, id, from, sessionLimits);
  return { id, token };
}

function blank(username: string) {
  const role = 'USER' as const;
  return { username, name: username, password: '', role, isDemo: false, status: 'active' as const };
}
