import { Tooltip, UnstyledButton } from '@mantine/core';
import type { UserDetails } from '@pitboss/contract/auth';
import IconChevronsLeft from '@tabler/icons-react/dist/esm/icons/IconChevronsLeft.mjs';
import IconChevronsRight from '@tabler/icons-react/dist/esm/icons/IconChevronsRight.mjs';
import { Link } from '@tanstack/react-router';
import { sidebarEntries } from '../sidebar-entries.ts';
import classes from './sidebar.module.css';
import type { Sidebar as SidebarState } from './use-sidebar.ts';

interface Props {
  operator: UserDetails;
  sidebar: SidebarState;
}

export function Sidebar({ operator, sidebar }: Props) {
  const { isDesktop, isOpen, isSlim, close, toggleSlim } = sidebar;
  const SlimIcon = isSlim ? IconChevronsRight : IconChevronsLeft;
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
        {sidebarEntries(operator.role).map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <Tooltip label={label} position="right" disabled={!isSlim}>
              <Link
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                className={classes.entry}
                aria-label={isSlim ? label : undefined}
                onClick={isDesktop ? undefined : close}
              >
                <Icon size={20} aria-hidden className={classes.icon} />
                <span className={classes.label}>{label}</span>
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      {isDesktop && (
        <Tooltip label="Show labels" position="right" disabled={!isSlim}>
          <UnstyledButton
            className={classes.entry ?? ''}
            aria-label={isSlim ? 'Show labels' : undefined}
            onClick={toggleSlim}
          >
            <SlimIcon size={20} aria-hidden className={classes.icon} />
            <span className={classes.label}>Icons only</span>
          </UnstyledButton>
        </Tooltip>
      )}
    </nav>
  );
}
