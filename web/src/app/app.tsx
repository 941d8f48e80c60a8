import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { queryClient } from '#src/lib/query-client.ts';
import { subscribeSession } from '#src/lib/session.ts';
import { ThemeProvider } from '#src/ui/theme-provider.tsx';
import { Toasts } from '#src/ui/toasts.tsx';
import { router } from './router.tsx';
import { styleNonce } from './style-nonce.ts';

export function App() {
  useEffect(() => subscribeSession(followSession), []);
  return (
    <StrictMode>
      <ThemeProvider getStyleNonce={styleNonce}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
        <Toasts />
      </ThemeProvider>
    </StrictMode>
  );
}

/** Another session sees nothing of the one before it, and the guards decide anew where it is. */
function followSession() {
  queryClient.clear();
  router.invalidate();
}
