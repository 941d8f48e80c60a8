import { type ReactNode, useEffect, useState } from 'react';
import { LiveContext } from './live-context.ts';
import { createLiveStore } from './live-store.ts';

/** One stream for the whole panel; what hangs below hears of the parts that it asks for. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createLiveStore);
  useEffect(() => {
    const stopping = new AbortController();
    // What listens is loaded after the page that it is for.
    import('./follow-live.ts')
      .then(({ followLive }) => followLive(store.take, stopping.signal))
      .catch((error: unknown) => console.error('live', error));
    return () => stopping.abort();
  }, [store]);
  return <LiveContext value={store}>{children}</LiveContext>;
}
