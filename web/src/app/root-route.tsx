import { createRootRoute } from '@tanstack/react-router';
import type { UrlState } from '#src/lib/address.ts';
import { Root } from './root.tsx';

export const rootRoute = createRootRoute({
  component: Root,
  // What the address says has been mended where it was read.
  validateSearch: (search): UrlState => search,
});
