import { ChartNoAxesColumn, FileText, LayoutDashboard, Send, Settings, type LucideIcon } from 'lucide-react';

type NavItem = { to: string; label: string; Icon: LucideIcon };

/** The customer's screens, in tab order. */
export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/send-money', label: 'Send Money', Icon: Send },
  { to: '/analytics', label: 'Analytics', Icon: ChartNoAxesColumn },
  { to: '/statements', label: 'Statements', Icon: FileText },
  { to: '/settings', label: 'Settings', Icon: Settings },
];
