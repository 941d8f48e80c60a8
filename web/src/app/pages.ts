import type { Role } from '@pitboss/contract/auth';
import type { ComponentType } from 'react';

/** Loaded when it is asked for, or a little before. */
export type LazyScreen = () => Promise<ComponentType>;

/** A page of the panel. What is variable in its path is an id and comes last. */
export interface Page<Path extends string = string> {
  path: Path;
  /** Stands in the browser's title bar, and in the sidebar. */
  title: string;
  /** Who finds it in the sidebar; nobody where it is missing. */
  sidebar?: 'everybody' | Role;
  /** Missing where the page is part of the panel's entry. */
  screen?: LazyScreen;
}

type Pages = Record<string, Page & { screen: LazyScreen }>;

/** What is loaded around the pages of one client. */
export const accountLayout: LazyScreen = async () =>
  (await import('#src/screens/my-account/my-account-layout.tsx')).MyAccountLayout;
export const accountPath = '/my-account';

/** Not loaded lazily: the panel needs nearly all that they are made of. */
export const loginPage = { path: '/login', title: 'Login' } as const satisfies Page;
export const nowherePage = { path: '$', title: 'Page not found' } as const satisfies Page;

/** The pages behind the login page: those of the sidebar in its order, then the others. */
export const pages = {
  dashboard: {
    path: '/dashboard',
    title: 'Dashboard',
    sidebar: 'everybody',
    screen: async () =>
      (await import('#src/screens/dashboard/dashboard-screen.tsx')).DashboardScreen,
  },
  cashRequests: {
    path: '/deposit-withdraw/{-$userId}',
    title: 'Deposit/Withdraw',
    sidebar: 'everybody',
    screen: async () =>
      (await import('#src/screens/cash-requests/cash-requests-screen.tsx')).CashRequestsScreen,
  },
  reports: {
    path: '/reports',
    title: 'Reports',
    sidebar: 'everybody',
    screen: async () => (await import('#src/screens/reports/reports-screen.tsx')).ReportsScreen,
  },
  users: {
    path: '/users',
    title: 'Users',
    sidebar: 'everybody',
    screen: async () => (await import('#src/screens/users/users-screen.tsx')).UsersScreen,
  },
  deletedUsers: {
    path: '/deleted-users',
    title: 'Deleted Users',
    sidebar: 'everybody',
    screen: async () =>
      (await import('#src/screens/users/deleted-users-screen.tsx')).DeletedUsersScreen,
  },
  transactionDetails: {
    path: '/transaction-details/{-$userId}',
    title: 'Transaction Details',
    sidebar: 'everybody',
    screen: async () =>
      (await import('#src/screens/transactions/transaction-details-screen.tsx'))
        .TransactionDetailsScreen,
  },
  rounds: {
    path: '/rounds',
    title: 'Rounds',
    sidebar: 'everybody',
    screen: async () => (await import('#src/screens/rounds/rounds-screen.tsx')).RoundsScreen,
  },
  bets: {
    path: '/bets',
    title: 'Bets',
    sidebar: 'everybody',
    screen: async () => (await import('#src/screens/bets/bets-screen.tsx')).BetsScreen,
  },
  banks: {
    path: '/banks',
    title: 'Banks',
    sidebar: 'everybody',
    screen: async () => (await import('#src/screens/banks/banks-screen.tsx')).BanksScreen,
  },
  event: {
    path: '/event',
    title: 'Event',
    sidebar: 'SUPER',
    screen: async () => (await import('#src/screens/events/events-screen.tsx')).EventsScreen,
  },
  multiplayer: {
    path: '/multiplayer',
    title: 'Multiplayer',
    sidebar: 'SUPER',
    screen: async () =>
      (await import('#src/screens/multipliers/multipliers-screen.tsx')).MultipliersScreen,
  },
  customerSupport: {
    path: '/customer-support',
    title: 'Customer Support',
    sidebar: 'everybody',
    screen: async () => (await import('#src/screens/support/support-screen.tsx')).SupportScreen,
  },
  activity: {
    path: '/activity',
    title: 'Activity',
    sidebar: 'everybody',
    screen: async () => (await import('#src/screens/activity/activity-screen.tsx')).ActivityScreen,
  },
  profile: {
    path: '/Common/Profile',
    title: 'Profile',
    screen: async () => (await import('#src/screens/profile/profile-screen.tsx')).ProfileScreen,
  },
  userForm: {
    path: '/new-user/{-$id}',
    title: 'User',
    screen: async () => (await import('#src/screens/users/user-form-screen.tsx')).UserFormScreen,
  },
  roundBets: {
    path: '/round-bets/$roundId',
    title: 'Round Bet History',
    screen: async () => (await import('#src/screens/bets/round-bets-screen.tsx')).RoundBetsScreen,
  },
  bet: {
    path: '/bets/$betId',
    title: 'Bet',
    screen: async () => (await import('#src/screens/bets/bet-screen.tsx')).BetScreen,
  },
  client: {
    path: '/clients/$userId',
    title: 'Client',
    screen: async () => (await import('./client-page.tsx')).ClientPage,
  },
} as const satisfies Pages;

/** One client's pages; their paths go on from `accountPath`. */
export const accountPages = {
  myProfile: {
    path: '/profile/{-$userId}',
    title: 'My Profile',
    screen: async () =>
      (await import('#src/screens/my-account/my-profile-screen.tsx')).MyProfileScreen,
  },
  betHistory: {
    path: '/bet-history/{-$userId}',
    title: 'Bet History',
    screen: async () => (await import('#src/screens/bets/bet-history-screen.tsx')).BetHistoryScreen,
  },
  accountStatement: {
    path: '/account-statement/{-$userId}',
    title: 'Account Statement',
    screen: async () =>
      (await import('#src/screens/transactions/account-statement-screen.tsx'))
        .AccountStatementScreen,
  },
} as const satisfies Pages;

/** For anybody, without signing in: what a client is handed to check a round by. */
export const verifyPage = {
  path: '/verify/$roundId',
  title: 'Verify a round',
  screen: async () => (await import('#src/screens/verify/verify-screen.tsx')).VerifyScreen,
} as const satisfies Page;

/** Where reports were to be found before. */
export const oldReportsPath = '/Reports/BookDetail';

/** Every address that the panel has an answer to, as its routes write them. */
export function panelAddresses(): string[] {
  return [
    '/',
    loginPage.path,
    oldReportsPath,
    accountPath,
    ...Object.values(pages).map(({ path }) => path),
    ...Object.values(accountPages).map(({ path }) => `${accountPath}${path}`),
    verifyPage.path,
  ];
}

type PageName = keyof typeof pages;
/** The pages that the sidebar has an entry for. */
export type SidebarPage = {
  [Name in PageName]: (typeof pages)[Name] extends { sidebar: string } ? Name : never;
}[PageName];

/** The sidebar's entries for this role, in their order; what is variable in a path is left out. */
export function sidebarPages(role: Role) {
  const named: [string, Page][] = Object.entries(pages);
  return named
    .filter(([, { sidebar }]) => sidebar === 'everybody' || sidebar === role)
    .map(([name, { path, title }]) => ({
      name: name as SidebarPage,
      label: title,
      to: withoutId(path),
    }));
}

export function withoutId(path: string): string {
  return path.replace(/\/(\{|\$).*/, '');
}
