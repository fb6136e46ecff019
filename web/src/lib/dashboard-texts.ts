import { createContext, use } from 'react';
import { DASHBOARD_TEXTS } from './constants';

export type DashboardTextName = keyof typeof DASHBOARD_TEXTS;
export type DashboardTexts = Record<DashboardTextName, string>;

/** The dashboard texts, which admins can edit per user. Defaults outside a provider. */
export const DashboardTextsContext = createContext<DashboardTexts>(DASHBOARD_TEXTS);

export function useDashboardTexts(): DashboardTexts {
  return use(DashboardTextsContext);
}
