import { useMemo, useSyncExternalStore } from 'react';

export type ChartLook = {
  theme: 'light' | 'dark';
  ink: string;
  sheet: string;
  rule: string;
  accent: string;
  hasMotion: boolean;
};

/** The colours of the theme on screen, for charts: they compute with colours and cannot read variables. */
export function useChartLook(): ChartLook {
  const theme = useSyncExternalStore(watchTheme, shownTheme);
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    return {
      theme,
      ink: colour('--ink-3'),
      sheet: colour('--sheet'),
      rule: colour('--rule'),
      accent: colour('--accent'),
      hasMotion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    };
  }, [theme]);
}

function shownTheme(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
