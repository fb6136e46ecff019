import {
  DEFAULT_DASHBOARD_TEXTS,
  type DashboardTextName,
  type DashboardTexts,
} from '@moniker/common/dashboard-texts.js';

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
