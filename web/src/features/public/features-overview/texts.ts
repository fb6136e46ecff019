import { ChartNoAxesColumn, ShieldCheck, Smartphone, Zap, type LucideIcon } from 'lucide-react';

export const CORE_FEATURES: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'Instant Transfers',
    text: 'Request a transfer in seconds, up to $2,000 a day. We review each one, usually within one business day.',
    Icon: Zap,
  },
  {
    title: 'Bank-Level Security',
    text: 'Verified identities, encrypted Social Security numbers, and a ledger that shows any tampering.',
    Icon: ShieldCheck,
  },
  {
    title: 'Smart Analytics',
    text: 'See what comes in and goes out as it happens, by category and over time.',
    Icon: ChartNoAxesColumn,
  },
  {
    title: 'Mobile Banking',
    text: 'Everything works on your phone, in light or dark mode.',
    Icon: Smartphone,
  },
];

export const TABS = [
  {
    label: 'Payments',
    items: [
      'Transfers to any US account',
      'Fee and net amount shown before you confirm',
      'The payment behind every hold',
      'Search and filters for your history',
    ],
  },
  {
    label: 'Savings',
    items: [
      '2.5% APY on savings accounts, coming soon',
      'FDIC insured up to $250,000',
      'No minimum balance',
      'No monthly fee',
    ],
  },
  {
    label: 'Tools',
    items: [
      'Spending by category',
      'Balance history',
      'Copy account numbers with one tap',
      'Light and dark themes',
    ],
  },
  {
    label: 'Support',
    items: [
      'Live chat with real people',
      'Message us 24/7',
      'Replies in 5-15 minutes during support hours',
      'Help with verification and transfers',
    ],
  },
] as const;
