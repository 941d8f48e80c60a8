import type { users } from '@pitboss/contract/users';
import { must } from './http-client.ts';
import { password } from './super-sign-in.ts';

export interface SignIn {
  username: string;
  password: string;
}

export interface OpenSession {
  token: string;
  userDetails: { _id: string; username: string; role: string };
}

type NewUser = (typeof users.add)['body']['_zod']['input'];

export interface WantedPerson extends Partial<Omit<NewUser, 'currency'>> {
  username: string;
  /** USD unless it is named; below an ADMIN it is the ADMIN's, and may be left undefined. */
  currency?: NewUser['currency'] | undefined;
}

type Node = string | number;

/** Opens an operator's session over HTTP, as the panel does. */
export async function openSession(
  node: Node,
  { username, password }: SignIn,
  headers: Record<string, string> = {},
): Promise<OpenSession> {
  const body = { username, password };
  return (await must(node, { path: '/api/auth/login', body, headers })).data;
}

/** The same, where only the token is of use. */
export async function signIn(...given: Parameters<typeof openSession>): Promise<string> {
  return (await openSession(...given)).token;
}

/** A client or an operator below the caller, and its id. */
export async function addPerson(node: Node, token: string, wanted: WantedPerson): Promise<string> {
  const usual = { name: wanted.username, password, role: 'USER', currency: 'USD' };
  const body = { ...usual, ...wanted };
  return (await must(node, { path: '/api/users/create', token, body })).data._id;
}
