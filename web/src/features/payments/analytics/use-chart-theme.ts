import { useMemo, useSyncExternalStore } from 'react';

export type ChartTheme = {
  mode: 'light' | 'dark';
  ink: string;
  sheet: string;
  rule: string;
  accent: string;
  isAnimated: boolean;
};

/**
 * The colors of the current theme, and whether charts are animated. The chart library needs values, because it cannot
 * read CSS variables.
 */
export function useChartTheme(): ChartTheme {
  const mode = useSyncExternalStore(subscribeToTheme, currentMode);
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(name).trim();
    return {
      mode,
      ink: color('--ink-3'),
      sheet: color('--sheet'),
      rule: color('--rule'),
      accent: color('--accent'),
      isAnimated: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    };
  }, [mode]);
}

function currentMode(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function subscribeToTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
