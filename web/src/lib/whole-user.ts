import type { User } from '@pitboss/contract/users';

/** A platform may tell anything or nothing of a client: what it does not tell is taken as usual. */
const usual = {
  username: '',
  name: '',
  role: 'USER',
  exposure: 0n,
  balance: 0n,
  currency: 'USD',
  status: 'active',
  isDemo: false,
} as const satisfies Partial<User>;

/** A client as a row of the list, made of what is known of it. */
export function wholeUser(id: bigint, known: object): User {
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  return { ...usual, ...Object.fromEntries(given), _id: id };
}
