import type { Branch } from './people.ts';
import type { Client } from './story.ts';

const dayMs = 24 * 60 * 60 * 1000;
export const days = 30;

/** Most joined in the first days, fewer since, and one in fifteen since yesterday. */
export function planClients(branch: Branch, startsAtMs: number, random: () => number): Client[] {
  return Array.from({ length: branch.clients }, (_, index) => {
    const isNew = index % 15 === 14;
    const joinedAfterDays = isNew ? days - 0.9 * random() - 0.01 : random() ** 3 * (days - 3);
    return {
      branch,
      index,
      username: `${branch.prefix}${index + 1}`,
      joinedAtMs: startsAtMs + 60_000 + (index === 0 ? 0 : joinedAfterDays * dayMs),
      isDemo: index % 17 === 16,
      hasLeft: index % 29 === 28 || branch.prefix + index === 'vip4',
    };
  });
}

export function statusOf({ index }: Client): 'active' | 'suspended' | 'locked' {
  if (index % 23 === 22) return 'locked';
  return index % 13 === 12 ? 'suspended' : 'active';
}
