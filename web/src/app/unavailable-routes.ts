import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireIds } from './guards.ts';
import { shellRoute } from './shell-route.ts';

export const notAvailable = lazyRouteComponent(
  () => import('#src/screens/not-available/not-available-screen.tsx'),
  'NotAvailableScreen',
);

const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  staticData: { title: 'Reports' },
  component: notAvailable,
});

const roundBetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/round-bets/$roundId',
  staticData: { title: 'Round Bet History' },
  beforeLoad: requireIds,
  component: notAvailable,
});

const roundsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rounds',
  staticData: { title: 'Rounds' },
  component: notAvailable,
});

const betsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/bets',
  staticData: { title: 'Bets' },
  component: notAvailable,
});

const multiplayerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/multiplayer',
  staticData: { title: 'Multiplayer' },
  component: notAvailable,
});

/** Addresses of the specification whose screens are still to come. */
export const unavailableRoutes = [
  reportsRoute,
  roundBetsRoute,
  roundsRoute,
  betsRoute,
  multiplayerRoute,
] as const;
