import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireIds } from './guards.ts';
import { shellRoute } from './shell-route.ts';

const roundsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rounds',
  staticData: { title: 'Rounds' },
  component: lazyRouteComponent(
    () => import('#src/screens/rounds/rounds-screen.tsx'),
    'RoundsScreen',
  ),
});

const betsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/bets',
  staticData: { title: 'Bets' },
  component: lazyRouteComponent(() => import('#src/screens/bets/bets-screen.tsx'), 'BetsScreen'),
});

const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  staticData: { title: 'Reports' },
  component: lazyRouteComponent(
    () => import('#src/screens/reports/reports-screen.tsx'),
    'ReportsScreen',
  ),
});

const roundBetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/round-bets/$roundId',
  staticData: { title: 'Round Bet History' },
  loader: requireIds,
  component: lazyRouteComponent(
    () => import('#src/screens/bets/round-bets-screen.tsx'),
    'RoundBetsScreen',
  ),
});

const multiplayerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/multiplayer',
  staticData: { title: 'Multiplayer' },
  component: lazyRouteComponent(
    () => import('#src/screens/multipliers/multipliers-screen.tsx'),
    'MultipliersScreen',
  ),
});

/** The addresses of rounds, of bets on them and of what they are drawn from. */
export const playRoutes = [
  roundsRoute,
  betsRoute,
  reportsRoute,
  roundBetsRoute,
  multiplayerRoute,
] as const;
