import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { setTabTitle } from '#src/lib/tab-title.ts';
import { LoadingOverlay } from './shell/loading-overlay.tsx';
import { StepUpHost } from './shell/step-up-host.tsx';

/** What every page has: its title in the browser's bar and the loading overlay. */
export function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    setTabTitle(title ?? '');
  }, [title]);
  useMendedAddress();
  // The first screen is drawn in slices: a slow machine answers to keys and clicks meanwhile.
  const isDrawn = useDeferredValue(true, false);
  useLayoutEffect(() => {
    // What early.js has drawn stands until the screen does.
    if (isDrawn) delete document.documentElement.dataset.session;
  }, [isDrawn]);
  return (
    <>
      {isDrawn && <Outlet />}
      <LoadingOverlay />
      <StepUpHost />
    </>
  );
}

/** What meant nothing in the address that the page was opened with goes from the address too. */
function useMendedAddress() {
  const router = useRouter();
  useEffect(() => {
    const { searchStr, pathname, hash } = router.latestLocation;
    if (window.location.search === searchStr) return;
    router.history.replace(`${pathname}${searchStr}${hash && `#${hash}`}`);
  }, [router]);
}
