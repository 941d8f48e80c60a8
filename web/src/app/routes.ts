import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { LoginScreen } from '#src/screens/login/login-screen.tsx';
import { NotFoundScreen } from '#src/screens/not-found/not-found-screen.tsx';
import { requireIds, requireNoSession, requireSession } from './guards.ts';
import {
  accountLayout,
  accountPages,
  accountPath,
  type LazyScreen,
  loginPage,
  nowherePage,
  oldReportsPath,
  type Page,
  pages,
  verifyPage,
} from './pages.ts';
import { rootRoute } from './root-route.tsx';

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireSession,
  component: lazily(async () => (await import('./shell/shell.tsx')).Shell),
});

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: accountPath,
  component: lazily(accountLayout),
});

function lazily(screen: LazyScreen) {
  return lazyRouteComponent(async () => ({ default: await screen() }));
}

/** What a page of the table is as a route, wherever it stands. */
export function optionsOf<Path extends string>({ path, title }: Page<Path>) {
  const hasId = path.includes('$');
  return { path, staticData: { title }, ...(hasId ? { loader: requireIds } : {}) };
}

type ScreenPage<Path extends string> = Page<Path> & { screen: LazyScreen };

function shellPage<Path extends string>(page: ScreenPage<Path>) {
  const getParentRoute = () => shellRoute;
  return createRoute({ ...optionsOf(page), getParentRoute, component: lazily(page.screen) });
}

function accountPage<Path extends string>(page: ScreenPage<Path>) {
  const getParentRoute = () => accountRoute;
  return createRoute({ ...optionsOf(page), getParentRoute, component: lazily(page.screen) });
}

/** The routes of a table under its names; their types know the paths, which links are held to. */
const shellPages = each(pages, shellPage) as {
  [Name in keyof typeof pages]: ReturnType<typeof shellPage<(typeof pages)[Name]['path']>>;
};
const accountRoutes = each(accountPages, accountPage) as {
  [Name in keyof typeof accountPages]: ReturnType<
    typeof accountPage<(typeof accountPages)[Name]['path']>
  >;
};

function each(
  table: Record<string, ScreenPage<string>>,
  routeOf: (page: ScreenPage<string>) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, page]) => [name, routeOf(page)]));
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: loginPage.path,
  staticData: { title: loginPage.title },
  beforeLoad: requireNoSession,
  component: LoginScreen,
});

const verifyRoute = createRoute({
  ...optionsOf(verifyPage),
  getParentRoute: () => rootRoute,
  component: lazily(verifyPage.screen),
});

/** Whatever else is asked for; who is not signed in is sent to the login page from there too. */
const nowhereRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: nowherePage.path,
  staticData: { title: nowherePage.title },
  component: NotFoundScreen,
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
  path: oldReportsPath,
  beforeLoad: () => {
    throw redirect({ to: '/reports', replace: true });
  },
});

const accountIndexRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/my-account/profile/{-$userId}', replace: true });
  },
});

export const routeTree = rootRoute.addChildren({
  indexRoute,
  loginRoute,
  verifyRoute,
  bookDetailRoute,
  shell: shellRoute.addChildren({
    ...shellPages,
    nowhereRoute,
    account: accountRoute.addChildren({ accountIndexRoute, ...accountRoutes }),
  }),
});
