import { BRAND } from '../constants.js';

/** The texts of a dashboard that admins may change, as they are where nobody has (spec.md §3). */
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

/** Which of the texts differ from the defaults; blank ones stand for the default. */
export function changedTexts(texts: Partial<DashboardTexts>): Partial<DashboardTexts> {
  const names = Object.keys(DEFAULT_DASHBOARD_TEXTS) as DashboardTextName[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = texts[name];
      return !text || text === DEFAULT_DASHBOARD_TEXTS[name] ? [] : [[name, text]];
    }),
  );
}
