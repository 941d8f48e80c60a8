import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { queryClient } from '#src/lib/query-client.ts';
import { subscribeSession } from '#src/lib/session.ts';
import { Providers } from './providers.tsx';
import { router } from './router.tsx';

export function App() {
  useEffect(() => subscribeSession(followSession), []);
  return (
    <StrictMode>
      <Providers client={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
}

/** Another session sees nothing of the one before it, and the guards decide anew where it is. */
function followSession() {
  queryClient.clear();
  router.invalidate();
}
