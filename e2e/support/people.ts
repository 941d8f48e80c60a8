import { randomBytes } from 'node:crypto';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import * as kit from '@pitboss/testkit/people-by-call';
import type { Page } from '@playwright/test';
import { address, call } from './api.ts';

const usualPassword = 'Panel@12345';

export interface Person {
  _id: string;
  username: string;
  password: string;
}

export interface Operator extends Person {
  token: string;
  userDetails: object;
}

type Wanted = Partial<kit.WantedPerson>;

/** A name that no other test uses; the word in front says in a screenshot who it is. */
export function freshName(word: string): string {
  return `${word}-${randomBytes(4).toString('hex')}`;
}

export async function openSession(username: string, password: string): Promise<Operator> {
  const { token, userDetails } = await kit.openSession(address(), { username, password });
  return { _id: userDetails._id, username, password, token, userDetails };
}

/** The SUPER of the demo: a platform has only one. */
export function openSuperSession(): Promise<Operator> {
  return openSession('super', 'Super@12345');
}

/** An account below `parent`; below SUPER it is in USD unless told otherwise. */
export async function makeUser(parent: Operator, wanted: Wanted = {}): Promise<Person> {
  const username = wanted.username ?? freshName('client');
  const { password = usualPassword } = wanted;
  const currency = parent.username === 'super' ? ('USD' as const) : undefined;
  const person = { name: `Name of ${username}`, currency, ...wanted, username, password };
  return { _id: await kit.addPerson(address(), parent.token, person), username, password };
}

/** An ADMIN below `parent`, signed in. */
export async function makeAdmin(parent: Operator, wanted: Wanted = {}): Promise<Operator> {
  const username = wanted.username ?? freshName('admin');
  const person = await makeUser(parent, { balance: 10_000, ...wanted, username, role: 'ADMIN' });
  return openSession(person.username, person.password);
}

export async function deposit(from: Operator, to: Person, amount: number, remarks = '') {
  const params = { id: to._id };
  const body = { userId: to._id, amount, remarks };
  await call(transactions.deposit, { token: from.token, params, body });
}

export async function withdraw(by: Operator, from: Person, amount: number, remarks = '') {
  const params = { id: from._id };
  await call(transactions.withdraw, { token: by.token, params, body: { amount, remarks } });
}

export async function balanceOf(operator: Operator, person: Person): Promise<number> {
  const body = { userId: person._id };
  return (await call(users.profile, { token: operator.token, body })).balance;
}

export async function statementOf(operator: Operator, person: Person) {
  const body = { userId: person._id, length: 100 };
  return (await call(transactions.listStatement, { token: operator.token, body })).data;
}

/**
 * Puts a session where the panel keeps it, so that the next page opens signed in. Once:
 * what the panel makes of it later stands, a logout as well. The browser's own way of setting a
 * storage opens another page for it, which takes longer than many a test.
 */
export async function signIn(page: Page, { token, userDetails }: Operator): Promise<void> {
  await page.addInitScript(
    ({ once, entries }) => {
      if (sessionStorage.getItem(once)) return;
      sessionStorage.setItem(once, 'done');
      for (const [name, value] of entries) localStorage.setItem(name, value);
    },
    {
      once: freshName('sign-in'),
      entries: [
        ['token', token],
        ['userDetails', JSON.stringify(userDetails)],
      ] as const,
    },
  );
}
