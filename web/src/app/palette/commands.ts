import {
  CircleHelp,
  Eye,
  EyeOff,
  FileCheck,
  HandCoins,
  History,
  Info,
  ListTodo,
  LogOut,
  MessageCircle,
  Monitor,
  Moon,
  Scale,
  ShieldCheck,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { setHideAmounts } from '@/lib/amounts';
import type { Transaction } from '@/lib/api/types';
import type { AdminScreen } from '@/lib/permissions';
import { prepareSignOut } from '@/lib/sign-out';
import { setThemeChoice } from '@/lib/theme';
import { NAV_ITEMS } from '../nav-items';

/** A palette command. `to` is an in-app path; a command without it only calls `run`. */
export type Command = {
  id: string;
  label: string;
  /** Further words that match this command. */
  keywords: string;
  Icon: LucideIcon;
  to?: string;
  run?: () => void;
};

const MAX_TRANSACTIONS = 8;

/** Navigates with a full page load, as public pages require (UI-2). */
const loadPage = (href: string) => () => window.location.assign(href);

/** The screens that the user may open, those with a tab first. */
export function screensFor(mayOpen: (screen: AdminScreen) => boolean): readonly Command[] {
  return [
    ...NAV_ITEMS.map(({ to, label, Icon }) => ({ id: to, label, keywords: KEYWORDS[to] ?? '', Icon, to })),
    screen('/send-money?ask', 'Ask for Money', 'request link', HandCoins),
    screen('/history', 'Payments History', 'transactions search csv', History),
    screen('/explain', 'Where Your Balance Comes From', 'explain made up proof entries holds', Scale),
    screen('/contact', 'Contact Support', 'help chat message', MessageCircle),
    screen('/apply-checking', 'Checking Account Application', 'apply kyc identity verification', FileCheck),
    ...ADMIN_SCREENS.filter(({ to }) => mayOpen(to)),
  ];
}

const KEYWORDS: Record<string, string> = {
  '/dashboard': 'home balance payments upcoming planned scheduled',
  '/send-money': 'transfer pay planned scheduled later',
  '/analytics': 'spending charts',
  '/statements': 'download pdf csv',
  '/settings':
    'profile password phone logins theme security two-step passkey authenticator sign out everywhere',
};

function screen<To extends string>(to: To, label: string, keywords: string, Icon: LucideIcon) {
  return { id: to, label, keywords, Icon, to };
}

const ADMIN_SCREENS: readonly (Command & { to: AdminScreen })[] = [
  screen('/admin/queue', 'Work Queue', 'admin waiting next item', ListTodo),
  screen('/admin', 'Admin Panel', 'users requests payments', ShieldCheck),
];

/** Pages that are also open to signed-out visitors. */
export const PUBLIC_PAGES: readonly Command[] = [
  { id: '/features', label: 'Features', keywords: '', Icon: CircleHelp, run: loadPage('/features') },
  { id: '/about', label: 'About', keywords: 'company', Icon: Info, run: loadPage('/about') },
  { id: '/privacy', label: 'Privacy Policy', keywords: 'legal', Icon: Info, run: loadPage('/privacy') },
  { id: '/terms', label: 'Terms of Service', keywords: 'legal', Icon: Info, run: loadPage('/terms') },
  { id: '/security', label: 'Security', keywords: '', Icon: Info, run: loadPage('/security') },
];

export function actionsFor(isHiding: boolean): readonly Command[] {
  return [
    {
      id: 'amounts',
      label: isHiding ? 'Show amounts' : 'Hide amounts',
      keywords: 'privacy balance mask',
      Icon: isHiding ? Eye : EyeOff,
      run: () => setHideAmounts(!isHiding),
    },
    { id: 'light', label: 'Light theme', keywords: 'mode', Icon: Sun, run: () => setThemeChoice('light') },
    { id: 'dark', label: 'Dark theme', keywords: 'mode', Icon: Moon, run: () => setThemeChoice('dark') },
    {
      id: 'system',
      label: 'System theme',
      keywords: 'mode',
      Icon: Monitor,
      run: () => setThemeChoice('system'),
    },
    {
      id: 'logout',
      label: 'Logout',
      keywords: 'log out sign out leave',
      Icon: LogOut,
      run: () => {
        prepareSignOut();
        window.location.assign('/api/logout');
      },
    },
  ];
}

/** The commands whose label or keywords contain each typed word. */
export function filterCommands(typed: string, commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ label, keywords }) => containsAllWords(typed, `${label} ${keywords}`));
}

/** The recent transactions whose description contains every typed word; empty when nothing is typed. */
export function filterTransactions(
  typed: string,
  transactions: readonly Transaction[],
): readonly Transaction[] {
  if (typed.trim() === '') return [];
  return transactions
    .filter(({ description }) => containsAllWords(typed, description))
    .slice(0, MAX_TRANSACTIONS);
}

function containsAllWords(typed: string, text: string): boolean {
  const searched = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
