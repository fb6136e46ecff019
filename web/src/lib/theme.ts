import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';

const STORAGE_KEY = 'moniker.theme';
const PAPER = { light: '#fbf9f3', dark: '#0d1512' } as const;
const listeners = new Set<() => void>();
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

let choice: ThemeChoice = readChoice();

// Another tab may have chosen since `/boot.js` ran.
apply();
prefersDark.addEventListener('change', apply);
window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY || key === null) show(readChoice());
});

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function apply(): void {
  const shown = choice === 'system' ? (prefersDark.matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset['theme'] = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[shown]);
}

/** Stores and applies a theme, in every open tab (UI-58). `/boot.js` reads the same storage key before the first paint. */
export function setThemeChoice(next: ThemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // If storage is blocked, the choice is only not remembered.
  }
  show(next);
}

function show(next: ThemeChoice): void {
  choice = next;
  apply();
  for (const listener of listeners) listener();
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => choice,
  );
}
