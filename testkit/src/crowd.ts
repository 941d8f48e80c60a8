import { openSession } from '@pitboss/server/auth/sessions';
import type { Db, Tx } from '@pitboss/server/db/database';
import { inTransaction } from '@pitboss/server/db/transaction';
import { issue } from '@pitboss/server/ledger/issue';
import { addServiceKey } from '@pitboss/server/service-keys/service-keys';
import { actAs } from '@pitboss/server/users/act-as';
import { addUser } from '@pitboss/server/users/add-user';
import { superSignIn } from './super-sign-in.ts';

/** The verbs that a crowd is made by; another release has its own. */
export interface CrowdVerbs {
  actAs: typeof actAs;
  addServiceKey: typeof addServiceKey;
  addUser: typeof addUser;
  inTransaction: typeof inTransaction;
  issue: typeof issue;
  openSession: typeof openSession;
}

const ourVerbs: CrowdVerbs = { actAs, addServiceKey, addUser, inTransaction, issue, openSession };

export interface CrowdMember {
  id: bigint;
  token: string;
}

export interface CrowdOperator extends CrowdMember {
  username: string;
  clients: CrowdMember[];
}

export interface Crowd {
  root: CrowdMember;
  operators: CrowdOperator[];
  /** The key of a game server. */
  serviceKey: { id: bigint; key: string };
}

export interface CrowdWish {
  operators: number;
  clientsEach: number;
  clientMinor?: bigint;
  /** Whether clients are signed in too; otherwise their tokens are empty. */
  areClientsIn?: boolean;
}

const issuedMinor = 80_000_000_000_000n;
export const operatorMinor = 1_000_000_000_000n;
const origin = { address: 'crowd', agent: 'crowd', secret: undefined };
const limits = { hoursMax: 12, idleMinutesMax: 30 };

/**
 * SUPER with money, operators below and clients below them, in one transaction. Nobody can sign in
 * with a password: to hash as many would take longer than what is tried with them.
 */
export async function addCrowd(
  db: Db,
  { operators, clientsEach, clientMinor = 0n, areClientsIn = false }: CrowdWish,
  verbs: CrowdVerbs = ourVerbs,
): Promise<Crowd> {
  const root = await verbs.actAs(db, superSignIn.username);
  return verbs.inTransaction(db, async (tx) => {
    await verbs.issue(tx, root.id, 'USD', issuedMinor);
    const made: CrowdOperator[] = [];
    for (let index = 0; index < operators; index++) {
      const username = `operator${index}`;
      const user = { ...blank(username), role: 'ADMIN' as const, currency: 'USD' as const };
      await verbs.addUser(tx, root, { ...user, balance: operatorMinor }, 'none');
      const actor = await verbs.actAs(tx, username);
      const clients: CrowdMember[] = [];
      for (let client = 0; client < clientsEach; client++) {
        const wanted = { ...blank(`${username}-c${client}`), balance: clientMinor };
        const { _id: id } = (await verbs.addUser(tx, actor, wanted, 'none')).user;
        clients.push(areClientsIn ? await letIn(tx, id, verbs) : { id, token: '' });
      }
      made.push({ ...(await letIn(tx, actor.id, verbs)), username, clients });
    }
    const serviceKey = await addGameKey(tx, verbs);
    return { root: await letIn(tx, root.id, verbs), operators: made, serviceKey };
  });
}

export async function addGameKey(
  tx: Tx,
  verbs: Pick<CrowdVerbs, 'actAs' | 'addServiceKey'> = ourVerbs,
): Promise<Crowd['serviceKey']> {
  const root = await verbs.actAs(tx, superSignIn.username);
  const { serviceKey } = await verbs.addServiceKey(tx, root, 'crowd');
  return { id: serviceKey._id, key: serviceKey.key };
}

/** A session without a password. */
export async function letIn(
  tx: Tx,
  id: bigint,
  verbs: Pick<CrowdVerbs, 'openSession'> = ourVerbs,
): Promise<CrowdMember> {
  const { token } = await verbs.openSession(tx, id, origin, limits);
  return { id, token };
}

function blank(username: string) {
  const role = 'USER' as const;
  return { username, name: username, password: '', role, isDemo: false, status: 'active' as const };
}
