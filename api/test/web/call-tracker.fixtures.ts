import type { Page } from 'playwright-core';
import { waitFor } from '../harness/index.js';

/** Tracks the requests of a page. */
export interface CallTracker {
  /** Returns and resets the number of API calls by path. */
  takeCounts(): Record<string, number>;
  /** Waits until no request is pending. */
  waitForIdle(): Promise<void>;
}

/** Starts tracking. Call it before the page opens. */
export function trackCalls(page: Page): CallTracker {
  let counts: Record<string, number> = {};
  let pending = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    pending += 1;
    if (pathname.startsWith('/api/')) counts[pathname] = (counts[pathname] ?? 0) + 1;
  });
  const finish = (): void => {
    pending -= 1;
  };
  page.on('requestfinished', finish);
  page.on('requestfailed', finish);
  return {
    takeCounts: () => {
      const before = counts;
      counts = {};
      return before;
    },
    waitForIdle: async () => {
      await waitFor(() => pending === 0, { what: 'all requests to finish' });
      // When this request returns, the page has also read all earlier responses.
      await page.evaluate(() => fetch('/healthz').then((response) => response.text()));
    },
  };
}
