import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useMustEnrol, useOperator, useSession } from '#src/lib/session.ts';
import { useOrderWatch } from '#src/lib/use-order-watch.ts';
import { useWallet } from '#src/lib/use-wallet.ts';
import { LiveProvider } from '#src/live/live-provider.tsx';
import { useHeard } from '#src/live/use-heard.ts';
// What Mantine's parts behind the login page need is not loaded before it.
import '#src/ui/panel-styles.css';
import { Tooltips } from '#src/ui/tooltips.tsx';
import { FooterTicker } from './footer-ticker.tsx';
import { Header } from './header.tsx';
import { MaintenanceBar } from './maintenance-bar.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './use-sidebar.ts';

/**
 * Another session is another panel: nothing that one operator had typed or opened stays. Who must
 * set up two-factor sign-in first sees nothing but that.
 */
export function Shell() {
  const token = useSession()?.token;
  if (!useMustEnrol()) {
    return (
      <LiveProvider key={token}>
        <Panel />
      </LiveProvider>
    );
  }
  return (
    <Suspense>
      <EnrolScreen key={token} />
    </Suspense>
  );
}

const EnrolScreen = lazy(async () => {
  const { EnrolScreen } = await import('#src/screens/profile/enrol-screen.tsx');
  return { default: EnrolScreen };
});

function Panel() {
  const operator = useOperator();
  useOrderWatch();
  const sidebar = useSidebar();
  const { wallet, isConnectionLost } = useWallet();
  useHeard();
  const { isOverlaid, close } = sidebar;
  useEffect(() => {
    if (!isOverlaid) return;
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && close();
    window.addEventListener('keydown', closeOnEscape);
    return () => window.removeEventListener('keydown', closeOnEscape);
  });
  // Between the end of a session and the way to the login page there is nobody to show.
  if (!operator) return null;
  return (
    <div className={classes.shell} data-sidebar={sidebarWidth(sidebar)}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Header operator={operator} wallet={wallet} sidebar={sidebar} />
      <Sidebar operator={operator} sidebar={sidebar} />
      {isOverlaid && <div className={classes.overlay} onClick={close} aria-hidden />}
      <main id="content" tabIndex={-1} className={classes.content}>
        {isConnectionLost && (
          <p role="alert" className={classes.lost}>
            Connection lost. Trying again…
          </p>
        )}
        <MaintenanceBar />
        <Outlet />
      </main>
      <FooterTicker username={operator.username} />
      <Tooltips />
    </div>
  );
}

function sidebarWidth({ isDesktop, isOpen, isSlim }: ReturnType<typeof useSidebar>) {
  if (!isDesktop || !isOpen) return 'none';
  return isSlim ? 'slim' : 'full';
}
