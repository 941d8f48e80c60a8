import { Box } from '@mantine/core';
import { createRootRoute } from '@tanstack/react-router';
import { readUrlState } from '#src/lib/url-state.ts';
import { NotFoundScreen } from '#src/screens/not-found/not-found-screen.tsx';
import { Root } from './root.tsx';

export const rootRoute = createRootRoute({
  component: Root,
  validateSearch: readUrlState,
  notFoundComponent: () => (
    <Box component="main" px="md">
      <NotFoundScreen />
    </Box>
  ),
});
