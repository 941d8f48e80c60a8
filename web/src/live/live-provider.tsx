import { type ReactNode, useEffect, useState } from 'react';
import { followLive } from './follow-live.ts';
import { LiveContext } from './live-context.ts';
import { createLiveStore } from './live-store.ts';

/** One stream for the whole panel; what hangs below hears of the parts that it asks for. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createLiveStore);
  useEffect(() => {
    const stopping = new AbortController();
    followLive(store.take, stopping.signal);
    return () => stopping.abort();
  }, [store]);
  return <LiveContext value={store}>{children}</LiveContext>;
}
