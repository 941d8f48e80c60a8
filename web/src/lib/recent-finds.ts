import type { Place } from './places.ts';

/** What was chosen in Find, as it is shown again. */
export interface RecentFind {
  label: string;
  about: string;
  place: Place;
}

const storageKey = 'recent-finds';
const countMax = 6;

/** The newest first. */
export function recentFinds(): RecentFind[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function rememberFind(find: RecentFind) {
  const others = recentFinds().filter(({ label }) => label !== find.label);
  localStorage.setItem(storageKey, JSON.stringify([find, ...others].slice(0, countMax)));
}

/** Names of clients are nothing for whoever signs in next: they go with the session. */
export function forgetFinds() {
  localStorage.removeItem(storageKey);
}
