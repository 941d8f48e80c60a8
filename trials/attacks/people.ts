import { must } from '@pitboss/testkit/http-client';

export async function signIn(
  port: number,
  person: { username: string; password: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const { username, password } = person;
  const body = { username, password };
  return (await must(port, { path: '/api/auth/login', body, headers })).data.token;
}

export const clientPassword = 'Quiet-lagoon-77';

/** A client or an operator below the caller, and its id. */
export async function makePerson(
  port: number,
  token: string,
  person: {
    username: string;
    role?: 'USER' | 'ADMIN';
    balance?: number;
    status?: string;
    isDemo?: boolean;
  },
): Promise<string> {
  const rest = { name: person.username, password: clientPassword, currency: 'USD' };
  const body = { role: 'USER', ...rest, ...person };
  return (await must(port, { path: '/api/users/create', token, body })).data._id;
}
