import { cost as decided } from '../auth/password-cost.ts';

/** Next to nothing. */
const cheap = { memory: 8, passes: 1, parallelism: 1 };

/**
 * Stands in for `auth/password-cost.ts` while the server is tested (`vitest.config.ts`): hashing at
 * the decided cost was a fifth of the work of all tests, in each sign-in and each new account. Real
 * nodes, which some tests start, know nothing of it.
 */
export const cost = { ...cheap };

/** For what is about the cost, or about tries that meet while they are hashed. */
export async function atDecidedCost<T>(work: () => Promise<T>): Promise<T> {
  Object.assign(cost, decided);
  try {
    return await work();
  } finally {
    Object.assign(cost, cheap);
  }
}
