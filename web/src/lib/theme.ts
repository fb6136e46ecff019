import { createStoredChoice } from './stored-choice';

export type ThemeChoice = 'light' | 'dark' | 'system';

const PAPER = { light: '#fbf9f3', dark: '#0d1512' } as const;

/** The theme, in every open tab (UI-58). `/boot.js` reads the same storage key before the first paint. */
const choice = createStoredChoice<ThemeChoice>('moniker.theme', ['system', 'light', 'dark']);

/** Stores and applies a theme. */
export const setThemeChoice = choice.set;
export const useThemeChoice = choice.use;

/**
 * Applies the chosen theme after each change, and also now, because another tab may have changed it after `/boot.js`
 * ran.
 */
export function followTheme(): void {
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = choice.get();
    const shown = chosen === 'system' ? (prefersDark.matches ? 'dark' : 'light') : chosen;
    document.documentElement.dataset['theme'] = shown;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[shown]);
  };
  prefersDark.addEventListener('change', apply);
  choice.subscribe(apply);
  apply();
}
