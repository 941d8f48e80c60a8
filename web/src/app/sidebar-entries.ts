import type { Role } from '@pitboss/contract/auth';
import type { Icon } from '@tabler/icons-react';
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

interface SidebarEntry {
  label: string;
  to: string;
  icon: Icon;
  /** Only this role sees the entry. */
  role?: Role;
}

/** Spec §2, in its order. */
const entries: SidebarEntry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: IconDashboard },
  { label: 'Deposit/Withdraw', to: '/deposit-withdraw', icon: IconArrowsExchange },
  { label: 'Reports', to: '/reports', icon: IconChartBar },
  { label: 'Users', to: '/users', icon: IconUsers },
  { label: 'Deleted Users', to: '/deleted-users', icon: IconUserX },
  { label: 'Transaction Details', to: '/transaction-details', icon: IconReceipt },
  { label: 'Rounds', to: '/rounds', icon: IconPlane },
  { label: 'Bets', to: '/bets', icon: IconCoins },
  { label: 'Banks', to: '/banks', icon: IconBuildingBank },
  { label: 'Event', to: '/event', icon: IconCalendarEvent, role: 'SUPER' },
  { label: 'Multiplayer', to: '/multiplayer', icon: IconMathFunction, role: 'SUPER' },
  { label: 'Customer Support', to: '/customer-support', icon: IconHeadset },
];

export function sidebarEntries(role: Role): SidebarEntry[] {
  return entries.filter((entry) => !entry.role || entry.role === role);
}
