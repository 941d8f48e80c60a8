import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#src/lib/address.ts';
import { NotFoundScreen } from '#src/screens/not-found/not-found-screen.tsx';
import { FailurePage } from './failure-page.tsx';
import { routeTree } from './routes.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Stands in the browser's title bar. */
    title?: string;
  }
  interface Register {
    router: typeof router;
  }
}

/** How addresses are read and written. */
export const addressing = {
  // The given addresses /Common/Profile and /Reports/BookDetail have capitals.
  caseSensitive: true,
  parseSearch,
  stringifySearch,
};

export const router = createRouter({
  ...addressing,
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: FailurePage,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
});
