import { createContext, use } from 'react';
import { type DashboardTexts, DEFAULT_DASHBOARD_TEXTS } from '@moniker/common/dashboard-texts.js';

/** The dashboard texts, which admins can edit per user. Outside a provider, the defaults apply. */
export const DashboardTextsContext = createContext<DashboardTexts>(DEFAULT_DASHBOARD_TEXTS);

export function useDashboardTexts(): DashboardTexts {
  return use(DashboardTextsContext);
}
