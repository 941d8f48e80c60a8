import type { LiveChange } from '@pitboss/contract/live';
import type { ReactNode } from 'react';
import { LiveContext } from '#src/live/live-context.ts';
import { createLiveStore } from '#src/live/live-store.ts';

/** What a panel hears, in the hands of the test. */
export function fakeLive() {
  const store = createLiveStore();
  const tell = (change: Omit<LiveChange, 'at'>) => store.take({ at: new Date(), ...change });
  const within = (children: ReactNode) => <LiveContext value={store}>{children}</LiveContext>;
  return { tell, within };
}
