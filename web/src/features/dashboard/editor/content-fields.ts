import type { DashboardTextName } from '@/lib/dashboard-texts';

type ContentField = { name: DashboardTextName; label: string; maxLength: number; isLong?: boolean };

/** The editable texts in the order of the dashboard, with the maximum lengths of the API (DASH-11, DASH-12). */
export const CONTENT_FIELDS: readonly { legend: string; fields: readonly ContentField[] }[] = [
  {
    legend: 'Welcome',
    fields: [
      { name: 'welcomeTitle', label: 'Welcome title', maxLength: 60 },
      { name: 'welcomeMessage', label: 'Welcome message', maxLength: 300, isLong: true },
    ],
  },
  {
    legend: 'Balances and card',
    fields: [
      { name: 'balanceLabel', label: 'Balance label', maxLength: 40 },
      { name: 'availableLabel', label: 'Available label', maxLength: 40 },
      { name: 'pendingLabel', label: 'Pending label', maxLength: 40 },
      { name: 'cardName', label: 'Card name', maxLength: 40 },
      { name: 'cardNumber', label: 'Card number text', maxLength: 40 },
    ],
  },
  {
    legend: 'Account request',
    fields: [
      { name: 'statusTitle', label: 'Status title', maxLength: 60 },
      { name: 'statusMessage', label: 'Status message', maxLength: 300, isLong: true },
    ],
  },
  {
    legend: 'Payments and actions',
    fields: [
      { name: 'transactionTitle', label: 'Transactions title', maxLength: 60 },
      { name: 'quickActionTitle', label: 'Quick actions title', maxLength: 60 },
    ],
  },
];
