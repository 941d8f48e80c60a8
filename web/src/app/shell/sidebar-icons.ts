import IconActivity from 'tabler:activity';
import IconArrowsExchange from 'tabler:arrows-exchange';
import IconBuildingBank from 'tabler:building-bank';
import IconCalendarEvent from 'tabler:calendar-event';
import IconChartBar from 'tabler:chart-bar';
import IconCoins from 'tabler:coins';
import IconDashboard from 'tabler:dashboard';
import IconHeadset from 'tabler:headset';
import IconMathFunction from 'tabler:math-function';
import IconPlane from 'tabler:plane';
import IconReceipt from 'tabler:receipt';
import IconUserX from 'tabler:user-x';
import IconUsers from 'tabler:users';
import type { Icon } from '#src/ui/icon.tsx';
import type { SidebarPage } from '../pages.ts';

/** Loaded with the sidebar, and not with the table of pages, which the login page needs too. */
export const sidebarIcons: Record<SidebarPage, Icon> = {
  dashboard: IconDashboard,
  cashRequests: IconArrowsExchange,
  reports: IconChartBar,
  users: IconUsers,
  deletedUsers: IconUserX,
  transactionDetails: IconReceipt,
  rounds: IconPlane,
  bets: IconCoins,
  banks: IconBuildingBank,
  event: IconCalendarEvent,
  multiplayer: IconMathFunction,
  customerSupport: IconHeadset,
  activity: IconActivity,
};
