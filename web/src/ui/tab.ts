import { createContext, use } from 'react';

/** Whether a screen stands inside of another page, which says already whose rows these are. */
export const TabContext = createContext(false);

export function useIsTab(): boolean {
  return use(TabContext);
}
