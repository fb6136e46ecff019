import type { DashboardTextName } from '@moniker/common/dashboard-texts.js';

type ContentField = { name: DashboardTextName; label: string; isLong?: boolean };

/** The editable texts in the order of the dashboard (DASH-11, DASH-12). */
export const CONTENT_FIELDS: readonly { legend: string; fields: readonly ContentField[] }[] = [
  {
    legend: 'Welcome',
    fields: [
      { name: 'welcomeTitle', label: 'Welcome title' },
      { name: 'welcomeMessage', label: 'Welcome message', isLong: true },
    ],
  },
  {
    legend: 'Balances and card',
    fields: [
      { name: 'balanceLabel', label: 'Balance label' },
      { name: 'availableLabel', label: 'Available label' },
      { name: 'pendingLabel', label: 'Pending label' },
      { name: 'cardName', label: 'Card name' },
      { name: 'cardNumber', label: 'Card number text' },
    ],
  },
  {
    legend: 'Account request',
    fields: [
      { name: 'statusTitle', label: 'Status title' },
      { name: 'statusMessage', label: 'Status message', isLong: true },
    ],
  },
  {
    legend: 'Payments and actions',
    fields: [
      { name: 'transactionTitle', label: 'Transactions title' },
      { name: 'quickActionTitle', label: 'Quick actions title' },
    ],
  },
];
