import { BRAND } from './brand.js';

/** Default texts of the customer dashboard (DASH-11). */
export const DEFAULT_DASHBOARD_TEXTS = {
  welcomeTitle: 'Welcome back!',
  welcomeMessage: "Here's your account overview",
  balanceLabel: 'Total Balance',
  availableLabel: 'Available',
  pendingLabel: 'Pending',
  cardName: `${BRAND} Card`,
  cardNumber: '•••• •••• •••• ••••',
  statusTitle: 'Account Request Status',
  statusMessage: 'Your account application is being reviewed',
  transactionTitle: 'Recent Transactions',
  quickActionTitle: 'Quick Actions',
} as const;

export type DashboardTextName = keyof typeof DEFAULT_DASHBOARD_TEXTS;
export type DashboardTexts = Readonly<Record<DashboardTextName, string>>;

/** Maximum lengths of the texts that replace the defaults. */
export const MAX_DASHBOARD_TEXT_LENGTHS: Readonly<Record<DashboardTextName, number>> = {
  welcomeTitle: 60,
  welcomeMessage: 300,
  balanceLabel: 40,
  availableLabel: 40,
  pendingLabel: 40,
  cardName: 40,
  cardNumber: 40,
  statusTitle: 60,
  statusMessage: 300,
  transactionTitle: 60,
  quickActionTitle: 60,
};
