import { addBank } from '@pitboss/server/banks/banks';
import type { Db } from '@pitboss/server/db/database';
import { inTransaction } from '@pitboss/server/db/transaction';
import { actAs } from '@pitboss/server/users/act-as';
import { addCrowd, type CrowdMember, type CrowdOperator } from '@pitboss/testkit/crowd';

export type Person = CrowdMember;

export interface Operator extends CrowdOperator {
  bankId: bigint;
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

export const clientMinor = 100_000_000n;

/** A crowd whose operators have a bank each, everybody signed in. */
export async function addPeople(db: Db, operators: number, clientsEach: number): Promise<People> {
  const wish = { operators, clientsEach, clientMinor, areClientsIn: true };
  const crowd = await addCrowd(db, wish);
  const unlimited = { maxAmount: undefined, limits: undefined, status: undefined };
  const withBanks = await inTransaction(db, async (tx) => {
    const made: Operator[] = [];
    for (const operator of crowd.operators) {
      const actor = await actAs(tx, operator.username);
      const { bank } = await addBank(tx, actor, { ...account, ...unlimited });
      made.push({ ...operator, bankId: bank._id });
    }
    return made;
  });
  return { root: crowd.root, operators: withBanks, serviceKey: crowd.serviceKey.key };
}
