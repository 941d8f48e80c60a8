import { banks } from '@pitboss/contract/banks';
import { cashRequests } from '@pitboss/contract/cash-requests';
import { player } from '@pitboss/contract/player';
import { users } from '@pitboss/contract/users';
import { call } from './api.ts';
import { balanceOf, freshName, makeUser, type Operator, type Person } from './people.ts';
import { makePng } from './pictures.ts';

/** A client that is signed in at the players' door. */
export interface Player extends Person {
  token: string;
}

type NewBank = (typeof banks.add)['body']['_zod']['input'];
type Decision = (typeof cashRequests.resolve)['body']['_zod']['input']['status'];

/** Where a client wants to be paid. */
export const clientBank = {
  bankName: 'Harbor Trust',
  accountHolderName: 'Olivia Young',
  accountNumber: '400500600',
  IBAN: 'GB29HARB400500600',
};

export async function makePlayer(
  parent: Operator,
  wanted: Parameters<typeof makeUser>[1] = {},
): Promise<Player> {
  const person = await makeUser(parent, wanted);
  const { username, password } = person;
  const { token } = await call(player.login, { body: { username, password } });
  return { ...person, token };
}

/** A bank of the operator's own; without limits unless told otherwise. */
export function addBank(operator: Operator, wanted: Partial<NewBank> = {}) {
  const body = {
    bankName: freshName('Bank'),
    accountHolderName: 'Pitboss Limited',
    accountNumber: '12345678',
    IBAN: 'US3612345678',
    ...wanted,
  };
  return call(banks.add, { token: operator.token, body });
}

/** Says as the client that it paid to a bank of its operator; `bankId` as `addBank` gave it. */
export async function fileDeposit(by: Player, bankId: string, amount: number): Promise<string> {
  const receipt = new Blob([Uint8Array.from(makePng())], { type: 'image/png' });
  const body = { amount, bankId };
  const filed = await call(player.requestDeposit, { token: by.token, body, files: { receipt } });
  return filed._id;
}

export async function fileWithdrawal(by: Player, amount: number): Promise<string> {
  const body = { amount, bank: clientBank };
  return (await call(player.requestWithdraw, { token: by.token, body }))._id;
}

export async function cancelRequest(by: Player, id: string): Promise<void> {
  await call(player.cancelRequest, { token: by.token, params: { id } });
}

export async function decide(by: Operator, reqId: string, status: Decision, note = '') {
  await call(cashRequests.resolve, { token: by.token, body: { reqId, status, note } });
}

/** What the operator and its client have, in this order. */
export async function balances(operator: Operator, client: Person): Promise<[number, number]> {
  const { balance } = await call(users.balance, { token: operator.token });
  return [balance, await balanceOf(operator, client)];
}
