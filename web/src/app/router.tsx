import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#src/lib/url-state.ts';
import { LoginScreen } from '#src/screens/login/login-screen.tsx';
import { NotFoundScreen } from '#src/screens/not-found/not-found-screen.tsx';
import { FailurePage } from './failure-page.tsx';
import { requireIds, requireNoSession } from './guards.ts';
import { playRoutes } from './play-routes.ts';
import { rootRoute } from './root-route.tsx';
import { shellRoute } from './shell-route.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Stands in the browser's title bar. */
    title?: string;
  }
  interface Register {
    router: typeof router;
  }
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: { title: 'Login' },
  beforeLoad: requireNoSession,
  // Not lazily: the panel needs nearly all that it is made of, and it is the first page for most.
  component: LoginScreen,
});

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

const bookDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/Reports/BookDetail',
  beforeLoad: () => {
    throw redirect({ to: '/reports', replace: true });
  },
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  component: lazyRouteComponent(
    () => import('#src/screens/dashboard/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/Common/Profile',
  staticData: { title: 'Profile' },
  component: lazyRouteComponent(
    () => import('#src/screens/profile/profile-screen.tsx'),
    'ProfileScreen',
  ),
});

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  staticData: { title: 'Users' },
  component: lazyRouteComponent(() => import('#src/screens/users/users-screen.tsx'), 'UsersScreen'),
});

const userFormRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/new-user/{-$id}',
  staticData: { title: 'User' },
  loader: requireIds,
  component: lazyRouteComponent(
    () => import('#src/screens/users/user-form-screen.tsx'),
    'UserFormScreen',
  ),
});

const deletedUsersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deleted-users',
  staticData: { title: 'Deleted Users' },
  component: lazyRouteComponent(
    () => import('#src/screens/users/deleted-users-screen.tsx'),
    'DeletedUsersScreen',
  ),
});

const transactionDetailsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/transaction-details/{-$userId}',
  staticData: { title: 'Transaction Details' },
  loader: requireIds,
  component: lazyRouteComponent(
    () => import('#src/screens/transactions/transaction-details-screen.tsx'),
    'TransactionDetailsScreen',
  ),
});

const cashRequestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deposit-withdraw/{-$userId}',
  staticData: { title: 'Deposit/Withdraw' },
  loader: requireIds,
  component: lazyRouteComponent(
    () => import('#src/screens/cash-requests/cash-requests-screen.tsx'),
    'CashRequestsScreen',
  ),
});

const banksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/banks',
  staticData: { title: 'Banks' },
  component: lazyRouteComponent(() => import('#src/screens/banks/banks-screen.tsx'), 'BanksScreen'),
});

const eventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/event',
  staticData: { title: 'Event' },
  component: lazyRouteComponent(
    () => import('#src/screens/events/events-screen.tsx'),
    'EventsScreen',
  ),
});

const customerSupportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customer-support',
  staticData: { title: 'Customer Support' },
  component: lazyRouteComponent(
    () => import('#src/screens/support/support-screen.tsx'),
    'SupportScreen',
  ),
});

const myAccountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/my-account',
  component: lazyRouteComponent(
    () => import('#src/screens/my-account/my-account-layout.tsx'),
    'MyAccountLayout',
  ),
});

const myAccountIndexRoute = createRoute({
  getParentRoute: () => myAccountRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/my-account/profile/{-$userId}', replace: true });
  },
});

const myProfileRoute = createRoute({
  getParentRoute: () => myAccountRoute,
  path: '/profile/{-$userId}',
  staticData: { title: 'My Profile' },
  loader: requireIds,
  component: lazyRouteComponent(
    () => import('#src/screens/my-account/my-profile-screen.tsx'),
    'MyProfileScreen',
  ),
});

const accountStatementRoute = createRoute({
  getParentRoute: () => myAccountRoute,
  path: '/account-statement/{-$userId}',
  staticData: { title: 'Account Statement' },
  loader: requireIds,
  component: lazyRouteComponent(
    () => import('#src/screens/transactions/account-statement-screen.tsx'),
    'AccountStatementScreen',
  ),
});

const betHistoryRoute = createRoute({
  getParentRoute: () => myAccountRoute,
  path: '/bet-history/{-$userId}',
  staticData: { title: 'Bet History' },
  loader: requireIds,
  component: lazyRouteComponent(
    () => import('#src/screens/bets/bet-history-screen.tsx'),
    'BetHistoryScreen',
  ),
});

/** Whatever else is asked for; who is not signed in is sent to the login page from there too. */
const nowhereRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  staticData: { title: 'Page not found' },
  component: NotFoundScreen,
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  bookDetailRoute,
  shellRoute.addChildren([
    dashboardRoute,
    profileRoute,
    usersRoute,
    userFormRoute,
    deletedUsersRoute,
    transactionDetailsRoute,
    cashRequestsRoute,
    banksRoute,
    eventRoute,
    customerSupportRoute,
    nowhereRoute,
    ...playRoutes,
    myAccountRoute.addChildren([
      myAccountIndexRoute,
      myProfileRoute,
      betHistoryRoute,
      accountStatementRoute,
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  // Spec §2 writes /Common/Profile and /Reports/BookDetail with capitals.
  caseSensitive: true,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: FailurePage,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
});
