import IconMenu2 from 'tabler:menu-2';
import { ActionIcon } from '@mantine/core';
import type { UserDetails } from '@pitboss/contract/auth';
import { Link } from '@tanstack/react-router';
import type { Wallet } from '#src/lib/use-wallet.ts';
import { Bell } from './bell.tsx';
import { FindButton } from './find-button.tsx';
import classes from './header.module.css';
import type { Sidebar } from './use-sidebar.ts';
import { UserButton } from './user-button.tsx';
import { WalletBalance } from './wallet-balance.tsx';

interface Props {
  operator: UserDetails;
  wallet: Wallet | undefined;
  sidebar: Sidebar;
}

export function Header({ operator, wallet, sidebar }: Props) {
  return (
    <header className={classes.header}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.toggle ?? ''}
        aria-label="Menu"
        aria-expanded={sidebar.isOpen}
        aria-controls="sidebar"
        onClick={sidebar.toggle}
      >
        <IconMenu2 />
      </ActionIcon>
      <Link to="/dashboard" className={classes.title}>
        ADMIN PANEL
      </Link>
      <nav className={classes.links} aria-label="Header">
        <Link to="/users" className={classes.link}>
          Clients
        </Link>
        <Link to="/Reports/BookDetail" className={classes.link}>
          Book Detail
        </Link>
      </nav>
      <FindButton operator={operator} />
      <div className={classes.operator}>
        <Bell />
        <WalletBalance wallet={wallet} />
        <UserButton operator={operator} />
      </div>
    </header>
  );
}
