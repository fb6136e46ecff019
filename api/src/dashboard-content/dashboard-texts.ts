import { BRAND } from '@moniker/common/brand.js';

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

/** Returns the texts that differ from their defaults. A blank text counts as its default. */
export function changedTexts(texts: Partial<DashboardTexts>): Partial<DashboardTexts> {
  const names = Object.keys(DEFAULT_DASHBOARD_TEXTS) as DashboardTextName[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = texts[name];
      return !text || text === DEFAULT_DASHBOARD_TEXTS[name] ? [] : [[name, text]];
    }),
  );
}
