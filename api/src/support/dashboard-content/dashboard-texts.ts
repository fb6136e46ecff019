import {
  DEFAULT_DASHBOARD_TEXTS,
  type DashboardTextName,
  type DashboardTexts,
} from '@moniker/common/dashboard-texts.js';

const NAMES = Object.keys(DEFAULT_DASHBOARD_TEXTS) as DashboardTextName[];

/** Returns the texts covered by an event's digest: one for each name in DASH-11, or null where the default applies. */
export function digestedTexts(texts: Partial<DashboardTexts>): (string | null)[] {
  return NAMES.map((name) => texts[name] ?? null);
}

/** Returns the texts that differ from their defaults. A blank text counts as its default. */
export function changedTexts(texts: Partial<DashboardTexts>): Partial<DashboardTexts> {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const text = texts[name];
      return !text || text === DEFAULT_DASHBOARD_TEXTS[name] ? [] : [[name, text]];
    }),
  );
}
