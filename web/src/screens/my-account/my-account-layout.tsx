import { Paper, Text } from '@mantine/core';
import { users } from '@pitboss/contract/users';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useIdParam } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import classes from './my-account-layout.module.css';

const entries = [
  { label: 'Profile', to: '/my-account/profile/{-$userId}' },
  { label: 'Bet History', to: '/my-account/bet-history/{-$userId}' },
  { label: 'Account Statement', to: '/my-account/account-statement/{-$userId}' },
] as const;

/** One client's pages, with their own side menu. */
export function MyAccountLayout() {
  const { userId } = useParams({ strict: false });
  const id = useIdParam('userId');
  return (
    <div className={classes.layout}>
      <Paper component="nav" withBorder aria-label="My account" className={classes.menu ?? ''}>
        {id !== undefined && <AccountName key={userId} userId={id} />}
        {entries.map(({ label, to }) => (
          <Link key={to} to={to} params={{ userId }} className={classes.entry}>
            {label}
          </Link>
        ))}
      </Paper>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}

/** Whose pages these are. When it cannot be read, the page beside it says why. */
function AccountName({ userId }: { userId: bigint }) {
  const { data } = useRead(users.profile, { body: { userId } }, { failed: null });
  const { username = `User ${userId}`, currency } = data ?? {};
  return (
    <Text className={classes.name ?? ''}>{currency ? `${username} (${currency})` : username}</Text>
  );
}
