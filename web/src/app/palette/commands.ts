import {
  CircleHelp,
  Eye,
  EyeOff,
  FileCheck,
  History,
  Info,
  LogOut,
  MessageCircle,
  Monitor,
  Moon,
  Scale,
  ShieldCheck,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { setHidingAmounts } from '@/lib/amounts';
import type { Transaction } from '@/lib/api/types';
import { setThemeChoice } from '@/lib/theme';
import { NAV_ITEMS } from '../nav-items';

/** One thing that the palette can do. `to` is a screen of the app; a command without it stays where it is. */
export type Command = {
  id: string;
  label: string;
  /** Other words that find it. */
  words: string;
  Icon: LucideIcon;
  to?: string;
  run?: () => void;
};

const FOUND_MAX = 8;

/** A full page load: for public pages (spec.md §2, Landing page) and the sign-out. */
const load = (href: string) => () => window.location.assign(href);

/** The screens that the user may open, in the order of the tabs. */
export function screensFor(isAdmin: boolean): readonly Command[] {
  return [
    ...NAV_ITEMS.map(({ to, label, Icon }) => ({ id: to, label, words: WORDS[to] ?? '', Icon, to })),
    screen('/history', 'Payments History', 'transactions search csv', History),
    screen('/explain', 'How Your Balance Is Made Up', 'explain proof entries holds', Scale),
    screen('/contact', 'Contact Support', 'help chat message', MessageCircle),
    screen('/apply-checking', 'Checking Account Application', 'apply kyc identity verification', FileCheck),
    ...(isAdmin ? [screen('/admin', 'Admin Panel', 'users requests payments', ShieldCheck)] : []),
  ];
}

const WORDS: Record<string, string> = {
  '/dashboard': 'home balance payments',
  '/send-money': 'transfer pay',
  '/analytics': 'spending charts',
  '/statements': 'download pdf csv',
  '/settings': 'profile password phone logins theme',
};

function screen(to: string, label: string, words: string, Icon: LucideIcon): Command {
  return { id: to, label, words, Icon, to };
}

/** What visitors see too. */
export const PUBLIC_PAGES: readonly Command[] = [
  { id: '/features', label: 'Features', words: '', Icon: CircleHelp, run: load('/features') },
  { id: '/about', label: 'About', words: 'company', Icon: Info, run: load('/about') },
  { id: '/privacy', label: 'Privacy Policy', words: 'legal', Icon: Info, run: load('/privacy') },
  { id: '/terms', label: 'Terms of Service', words: 'legal', Icon: Info, run: load('/terms') },
  { id: '/security', label: 'Security', words: '', Icon: Info, run: load('/security') },
];

export function actionsFor(isHiding: boolean): readonly Command[] {
  return [
    {
      id: 'amounts',
      label: isHiding ? 'Show amounts' : 'Hide amounts',
      words: 'privacy balance mask',
      Icon: isHiding ? Eye : EyeOff,
      run: () => setHidingAmounts(!isHiding),
    },
    { id: 'light', label: 'Light theme', words: 'mode', Icon: Sun, run: () => setThemeChoice('light') },
    { id: 'dark', label: 'Dark theme', words: 'mode', Icon: Moon, run: () => setThemeChoice('dark') },
    {
      id: 'system',
      label: 'System theme',
      words: 'mode',
      Icon: Monitor,
      run: () => setThemeChoice('system'),
    },
    {
      id: 'logout',
      label: 'Sign out',
      words: 'logout log out leave',
      Icon: LogOut,
      run: load('/api/logout'),
    },
  ];
}

/** Those in which every typed word occurs. */
export function commandsFor(typed: string, commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ label, words }) => hasWords(typed, `${label} ${words}`));
}

/** Recent transactions in whose description every typed word occurs; none while nothing is typed. */
export function transactionsFor(typed: string, transactions: readonly Transaction[]): readonly Transaction[] {
  if (typed.trim() === '') return [];
  return transactions.filter(({ description }) => hasWords(typed, description)).slice(0, FOUND_MAX);
}

function hasWords(typed: string, text: string): boolean {
  const searched = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
