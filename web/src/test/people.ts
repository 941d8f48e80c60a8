import type { User, UserProfile } from '@pitboss/contract/users';

/** A client of the operator that tests sign in as, or what the test needs it to be. */
export function client(given: Partial<User> = {}): User {
  return {
    _id: 7n,
    username: 'player7',
    name: 'Seventh Player',
    role: 'USER',
    exposure: 0n,
    balance: 123_450n,
    currency: 'USD',
    status: 'active',
    isDemo: false,
    minimumBets: null,
    maximumBets: null,
    ...given,
  };
}

export function profile(given: Partial<UserProfile> = {}): UserProfile {
  const at = new Date('2026-11-14T10:00:00Z');
  return {
    ...client(),
    parent: 1n,
    isLoggedIn: false,
    lastLoginAt: null,
    createdAt: at,
    updatedAt: at,
    ...given,
  };
}

const usd = { currency: 'USD', balance: 50_000_00n, exposure: 0n } as const;

/** What the operator holds: its own currency and another. */
export const operatorWallet = {
  ...usd,
  wallets: [usd, { currency: 'INR', balance: 90_000_00n, exposure: 0n } as const],
};
