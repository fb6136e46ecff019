import {
  ChartNoAxesColumn,
  FileText,
  LayoutDashboard,
  Send,
  Settings,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';

export type NavItem = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Hidden on phones and tablets if the user also has the admin tab. */
  isMinor?: boolean;
};

/** The customer's tabs, in order. */
export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/send-money', label: 'Send Money', Icon: Send },
  { to: '/analytics', label: 'Analytics', Icon: ChartNoAxesColumn },
  { to: '/statements', label: 'Statements', Icon: FileText, isMinor: true },
  { to: '/settings', label: 'Settings', Icon: Settings },
];

/** The admin tab, which shows how many items are waiting. */
export const ADMIN_NAV_ITEM: NavItem = { to: '/admin/queue', label: 'Admin', Icon: ShieldCheck };
