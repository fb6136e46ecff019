import { ChartNoAxesColumn, ShieldCheck, Smartphone, Zap, type LucideIcon } from 'lucide-react';

export const CORE_FEATURES: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'Instant Transfers',
    text: 'Requested in seconds, up to $2,000 a day. We review each one, usually within one business day.',
    Icon: Zap,
  },
  {
    title: 'Bank-Level Security',
    text: 'Identity verification, encrypted Social Security numbers, and a ledger that can only be added to.',
    Icon: ShieldCheck,
  },
  {
    title: 'Smart Analytics',
    text: 'Real-time tracking of what comes and goes, by category and over time.',
    Icon: ChartNoAxesColumn,
  },
  {
    title: 'Mobile Banking',
    text: 'Complete on a phone: every screen works with one hand, in light and in the dark.',
    Icon: Smartphone,
  },
];

export const TABS = [
  {
    label: 'Payments',
    items: [
      'Transfers to any US account',
      'Fee and net amount before you confirm',
      'Holds that are explained',
      'Search and filters over your history',
    ],
  },
  {
    label: 'Savings',
    items: ['2.5% APY on savings', 'FDIC insured up to $250,000', 'No minimum balance', 'No monthly fee'],
  },
  {
    label: 'Tools',
    items: [
      'Spending by category',
      'Balance history',
      'Account numbers to copy with one press',
      'Light and dark themes',
    ],
  },
  {
    label: 'Support',
    items: [
      'Live chat with people',
      'Messages accepted 24/7',
      'Replies in 5-15 minutes during support hours',
      'Help with verification and transfers',
    ],
  },
] as const;
