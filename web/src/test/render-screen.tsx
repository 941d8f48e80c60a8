import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { render } from 'vitest-browser-react';
import { accountPages, accountPath, type Page, pages } from '#src/app/pages.ts';
import { Providers } from '#src/app/providers.tsx';
import { addressing } from '#src/app/router.tsx';
import { optionsOf } from '#src/app/routes.ts';
import type { UrlState } from '#src/lib/address.ts';
import { createQueryClient } from '#src/lib/query-client.ts';
import { setSession } from '#src/lib/session.ts';

const everyPage: Page[] = [
  ...Object.values(pages),
  ...Object.values(accountPages).map((page) => ({ ...page, path: `${accountPath}${page.path}` })),
];

/**
 * Renders what a screen renders inside the panel, without the shell around it: its providers, and
 * the addresses of its table of pages, each of which shows the given screen. What it is told of its
 * address it learns after `beforeLoad`.
 */
export async function renderScreen(
  screen: ReactNode,
  address = '/',
  beforeLoad: () => Promise<void> | void = () => {},
) {
  const standing = Promise.withResolvers<void>();
  const shown = () => <Standing onStanding={standing.resolve}>{screen}</Standing>;
  const validateSearch = (search: UrlState) => search;
  const rootRoute = createRootRoute({ validateSearch, beforeLoad });
  const shared = { getParentRoute: () => rootRoute, component: shown };
  const routes = everyPage.map((page) => createRoute({ ...shared, ...optionsOf(page) }));
  const router = createRouter({
    ...addressing,
    routeTree: rootRoute.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
    defaultNotFoundComponent: shown,
  });
  const view = await render(
    <Providers client={createQueryClient()} env="test">
      <RouterProvider router={router as never} />
    </Providers>,
  );
  await standing.promise;
  return {
    ...view,
    path: () => router.state.location.pathname,
    search: () => router.state.location.searchStr,
  };
}

function Standing({ onStanding, children }: { onStanding: () => void; children: ReactNode }) {
  useEffect(onStanding, [onStanding]);
  return children;
}

export function signInAs(role: 'SUPER' | 'ADMIN') {
  setSession({
    token: 'a-token',
    userDetails: { _id: 1n, username: 'olga', name: 'Olga', role, currency: 'USD' },
  });
}
