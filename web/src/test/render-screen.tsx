import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '#src/lib/query-client.ts';
import { setSession } from '#src/lib/session.ts';
import { parseSearch, stringifySearch, type UrlState } from '#src/lib/url-state.ts';
import { theme } from '#src/ui/theme.ts';
import { Toasts } from '#src/ui/toasts.tsx';

/**
 * Renders what a screen renders inside the panel: router, address, query client and toasts. The
 * parameters of the address are those that `path` names.
 */
export async function renderScreen(screen: ReactNode, address = '/', path = '/') {
  const rootRoute = createRootRoute({ validateSearch: (search): UrlState => search });
  const route = createRoute({ getParentRoute: () => rootRoute, path, component: () => screen });
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
    defaultNotFoundComponent: () => screen,
  });
  const view = await render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
      <Toasts />
    </MantineProvider>,
  );
  return { ...view, search: () => router.state.location.searchStr };
}

export function signInAs(role: 'SUPER' | 'ADMIN') {
  setSession({
    token: 'a-token',
    userDetails: { _id: 1n, username: 'olga', name: 'Olga', role, currency: 'USD' },
  });
}
