import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSession } from './guards.ts';
import { rootRoute } from './root-route.tsx';

/** Everything behind the login page. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});
