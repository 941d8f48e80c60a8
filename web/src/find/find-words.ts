import type { Found, FoundClient } from '@pitboss/contract/find';

/** What can be done with a client from here; each opens what does it, and does nothing itself. */
export const verbs = ['deposit', 'withdraw', 'lock', 'unlock', 'password', 'history'] as const;
export type Verb = (typeof verbs)[number];

/** What has a number. */
const nouns: Record<string, keyof Found> = {
  client: 'clients',
  user: 'clients',
  request: 'requests',
  round: 'rounds',
  bet: 'bets',
  transfer: 'transfers',
  bank: 'banks',
};

export interface Asked {
  /** What is sent; empty where only screens are meant. */
  q: string;
  verb?: Verb;
  /** Only this is shown. */
  only?: keyof Found;
}

/** Reads `Deposit to player1`, `round 12`, or plain words. */
export function askedIn(text: string): Asked {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const word = first.toLowerCase();
  const verb = verbs.find((known) => known === word);
  if (verb) {
    const [second = ''] = rest;
    const name = /^(to|from|of)$/i.test(second) ? rest.slice(1) : rest;
    return { q: name.join(' '), verb };
  }
  if (word === 'go' || word === 'open') return { q: '' };
  const only = Object.hasOwn(nouns, word) ? nouns[word] : undefined;
  if (only && rest.length === 1) return { q: rest[0] ?? '', only };
  return { q: text.trim() };
}

/** Whether this can be done with the client, and what it is called; only its own operator acts. */
export function actWords(verb: Verb, client: FoundClient, isOwn: boolean): string | undefined {
  const { username, status } = client;
  if (verb === 'history') return `History of ${username}`;
  if (!isOwn) return undefined;
  if (verb === 'deposit') return `Deposit to ${username}`;
  if (verb === 'withdraw') return `Withdraw from ${username}`;
  if (verb === 'password') return `Password of ${username}`;
  const isLocked = status === 'locked';
  if (verb === 'lock') return isLocked ? undefined : `Lock ${username}`;
  return isLocked ? `Unlock ${username}` : undefined;
}
