import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoadingOverlay } from './shell/loading-overlay.tsx';

/** What every page has: its title in the browser's bar and the loading overlay. */
export function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    document.title = title ? `${title} | ADMIN PANEL` : 'ADMIN PANEL';
  }, [title]);
  return (
    <>
      <Outlet />
      <LoadingOverlay />
    </>
  );
}
