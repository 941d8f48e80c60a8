import { lazy } from 'react';
import { ClientScreen, type ListScreens } from '#src/screens/clients/client-screen.tsx';

/** Loaded when their part of the page is looked at. */
const screens: ListScreens = {
  bets: lazy(async () => {
    const { BetsScreen } = await import('#src/screens/bets/bets-screen.tsx');
    return { default: BetsScreen };
  }),
  branchBets: lazy(async () => {
    const { BetHistoryScreen } = await import('#src/screens/bets/bet-history-screen.tsx');
    return { default: BetHistoryScreen };
  }),
  statement: lazy(async () => {
    const { AccountStatementScreen } = await import(
      '#src/screens/transactions/account-statement-screen.tsx'
    );
    return { default: AccountStatementScreen };
  }),
  requests: lazy(async () => {
    const { CashRequestsScreen } = await import(
      '#src/screens/cash-requests/cash-requests-screen.tsx'
    );
    return { default: CashRequestsScreen };
  }),
  downline: lazy(async () => {
    const { UsersScreen } = await import('#src/screens/users/users-screen.tsx');
    return { default: UsersScreen };
  }),
};

/** Screens know nothing of each other: here they meet on one client's page. */
export function ClientPage() {
  return <ClientScreen screens={screens} />;
}
