import type { Icon } from '@tabler/icons-react';
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs';
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import IconDashboard from '@tabler/icons-react/dist/esm/icons/IconDashboard.mjs';
import IconHeadset from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import IconMathFunction from '@tabler/icons-react/dist/esm/icons/IconMathFunction.mjs';
import IconPlane from '@tabler/icons-react/dist/esm/icons/IconPlane.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconUserX from '@tabler/icons-react/dist/esm/icons/IconUserX.mjs';
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
