import IconChevronsLeft from 'tabler:chevrons-left';
import IconChevronsRight from 'tabler:chevrons-right';
import { UnstyledButton } from '@mantine/core';
import type { UserDetails } from '@pitboss/contract/auth';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { useLivePending } from '#src/live/use-live.ts';
import { sidebarPages } from '../pages.ts';
import classes from './sidebar.module.css';
import { sidebarIcons } from './sidebar-icons.ts';
import type { Sidebar as SidebarState } from './use-sidebar.ts';

interface Props {
  operator: UserDetails;
  sidebar: SidebarState;
}

export function Sidebar({ operator, sidebar }: Props) {
  const { isDesktop, isOpen, isSlim, close, toggleSlim } = sidebar;
  const SlimIcon = isSlim ? IconChevronsRight : IconChevronsLeft;
  // Closed, it may wait until the page is drawn.
  const isDrawn = useDeferredValue(true, isOpen);
  const entries = isDrawn ? sidebarPages(operator.role) : [];
  const waiting = (useLivePending() ?? []).reduce((sum, { count }) => sum + count, 0);
  return (
    <nav
      id="sidebar"
      aria-label="Main"
      className={classes.sidebar}
      data-open={isOpen}
      data-slim={isSlim}
      // Closed, it is out of sight for the keyboard and for screen readers as well.
      inert={!isOpen}
    >
      <ul className={classes.entries}>
        {entries.map(({ name, label, to }) => {
          const Icon = sidebarIcons[name];
          return (
            <li key={name}>
              <Link
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                className={classes.entry}
                onClick={isDesktop ? undefined : close}
                aria-describedby={name === 'cashRequests' ? waitingId : undefined}
                {...(isSlim ? namedAside(label) : {})}
              >
                <Icon size={20} className={classes.icon} />
                <span className={classes.label}>{label}</span>
                {name === 'cashRequests' && <Waiting count={waiting} />}
              </Link>
            </li>
          );
        })}
      </ul>
      {isDesktop && (
        <UnstyledButton
          className={classes.entry ?? ''}
          onClick={toggleSlim}
          {...(isSlim ? namedAside('Show labels') : {})}
        >
          <SlimIcon size={20} className={classes.icon} />
          <span className={classes.label}>Icons only</span>
        </UnstyledButton>
      )}
    </nav>
  );
}

const waitingId = 'requests-waiting';

/** How many requests wait for a decision. It is no part of the entry's name, but said with it. */
function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      <span className={classes.waiting} data-count={count > 99 ? '99+' : count} aria-hidden />
      <span id={waitingId} hidden>
        {formatCount(count)} pending
      </span>
    </>
  );
}

/** An icon alone is named by a tooltip, and for those who cannot see it. */
function namedAside(label: string) {
  return { 'aria-label': label, 'data-tooltip': label, 'data-tooltip-side': 'beside' };
}
