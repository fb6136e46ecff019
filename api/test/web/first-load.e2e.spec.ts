import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { addDays, bankDayOf } from '../../src/platform/time/bank-day.js';
import { TRANSFER } from '../payments/money.fixtures.js';
import { signInOnPage } from './bank.fixtures.js';
import { shareSession } from './browser.fixtures.js';
import { DEMO_PASSWORD, query, useBank, useBrowser, withPage } from '../harness/index.js';

type Visitor = 'visitor' | 'alice' | 'admin';

/** How much JavaScript the first visit to a screen may load, in gzipped kB (UI-21). */
const BUDGETS: readonly (readonly [route: string, who: Visitor, text: string, kB: number])[] = [
  ['/', 'visitor', 'Get Started Free', 110],
  ['/auth', 'visitor', 'Forgot password?', 110],
  ['/dashboard', 'alice', 'Payments History', 125],
  ['/admin', 'admin', 'Total Users', 150],
  ['/analytics', 'alice', 'Balance History', 130],
];
/** The charts and their library, loaded after the rest of the screen. */
const CHART = /\/assets\/(balance-|spending-)?chart-/;
/** The maximum sum of the layout shifts (UI-38). */
const MAX_SHIFT = 0.02;
/** The phone that Lighthouse simulates. */
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
/** Long enough for skeletons to be painted. */
const ANSWER_DELAY_MS = 150;

// Serves the normal build, because a coverage build is larger.
const bank = useBank({ WEB_DIR: path.join(import.meta.dirname, '../../../web/dist') });
const browser = useBrowser();

const open = (page: Page, urlPath: string): Promise<unknown> =>
  page.goto(bank.api.baseUrl + urlPath, { waitUntil: 'networkidle' });

const waitForText = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();

async function signInContext(context: BrowserContext, who: Visitor): Promise<void> {
  if (who !== 'visitor') await shareSession(context, bank[who]);
}

/** Records the gzipped size of each script except the charts, by path. Includes scripts that are still loading. */
function recordScripts(page: Page): Map<string, Promise<number>> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js') || CHART.test(pathname)) return;
    const size = response.body().then((body) => gzipSync(body).length);
    sizes.set(pathname, size);
    size.catch(() => undefined);
  });
  return sizes;
}

/** Runs in the page, before its scripts: adds up the layout shifts. */
function recordShifts(): void {
  const target = window as unknown as { shift: number };
  target.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      target.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shift: number }).shift);

describe('the first load', () => {
  it.each(BUDGETS)(
    'of %s for %s stays within its script-size and layout-shift limits [UI-21, UI-38]',
    (route, who, text, kB) =>
      withPage(
        browser,
        `first load of ${route}`,
        async (page, context) => {
          await signInContext(context, who);
          await page.addInitScript(recordShifts);
          await page.route('**/api/**', async (call) => {
            await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY_MS));
            await call.continue();
          });
          const scripts = recordScripts(page);
          await open(page, route);
          await waitForText(page, text);
          const sizes = await Promise.all(scripts.values());
          const bytes = sizes.reduce((sum, size) => sum + size, 0);
          expect(bytes).toBeGreaterThan(80_000);
          expect(bytes).toBeLessThanOrEqual(kB * 1000);
          expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
        },
        PHONE,
      ),
  );

  it.each([
    ['a phone', PHONE],
    ['a desktop', { viewport: { width: 1280, height: 1000 } }],
  ])(
    'of the dashboard with a scheduled transfer stays within the layout-shift limit on %s [UI-38, TRF-132]',
    async (_, device) => {
      const firstDay = addDays(bankDayOf(new Date(), 'America/New_York'), 1);
      const plan = { ...TRANSFER, schedule: 'weekly', firstDay };
      expect((await bank.bob.post('/api/plans', plan)).status).toBe(201);
      await withPage(
        browser,
        'scheduled transfer',
        async (page, context) => {
          await shareSession(context, bank.bob);
          await page.addInitScript(recordShifts);
          // Delays the plans and the code of their card, so they arrive last.
          await page.route(/\/api\/plans|\/assets\/upcoming-card-/, async (call) => {
            await new Promise((resolve) => setTimeout(resolve, 2 * ANSWER_DELAY_MS));
            await call.continue();
          });
          await open(page, '/dashboard');
          await page.getByRole('region', { name: 'Upcoming' }).waitFor();
          expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
        },
        device,
      );
    },
  );

  it.each([
    ['/dashboard', 'Payments History'],
    ['/send-money', 'Review Transfer'],
  ])('of %s does not wait for scheduled transfers if their response never arrives [TRF-183]', (route, text) =>
    withPage(browser, 'silent plans', async (page, context) => {
      await shareSession(context, bank.alice);
      const held: Route[] = [];
      await page.route('**/api/plans', (call) => void held.push(call));
      await page.goto(bank.api.baseUrl + route);
      // The web app stops waiting for a response only after 20 seconds.
      await page.getByText(text).waitFor({ timeout: 10_000 });
      expect(held).toHaveLength(1);
      await held[0]?.abort();
    }),
  );

  it.each([
    ['/', 'visitor', 'Get Started Free', ['landing-page']],
    ['/dashboard', 'alice', 'Payments History', ['app-layout', 'dashboard-page']],
  ] as const)('of %s requests its chunks before the app’s code arrives', (route, who, text, chunks) =>
    withPage(browser, `preload of ${route}`, async (page, context) => {
      await signInContext(context, who);
      const requests = chunks.map((chunk) => page.waitForRequest(new RegExp(`/assets/${chunk}-`)));
      // The app's own code arrives only after these requests.
      await page.route('**/assets/index-*.js', async (script) => {
        await Promise.all(requests);
        await script.continue();
      });
      await page.goto(bank.api.baseUrl + route);
      await waitForText(page, text);
    }),
  );
});

/** Collects the API calls and the console errors. */
function record(page: Page): { calls: string[]; errors: string[] } {
  const calls: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { calls, errors };
}

describe('the current-user request', () => {
  it('is not sent without a sign-in hint, and no error is logged [AUTH-6, SEC-20]', async () => {
    await withPage(browser, 'visitor', async (page) => {
      const recorded = record(page);
      for (const urlPath of ['/', '/auth', '/about', '/dashboard']) {
        await open(page, urlPath);
        await page.getByRole('heading', { level: 1 }).waitFor();
      }
      expect(recorded).toEqual({ calls: [], errors: [] });
    });
  });

  it('is sent if there is a sign-in hint, but not again once its response shows that the session has ended [AUTH-6, SEC-20]', async () => {
    const { id } = (await bank.bob.get<{ id: string }>('/api/auth/user')).body;
    await withPage(browser, 'ended session', async (page) => {
      await signInOnPage(page, bank.api.baseUrl, 'bob@moniker.example', DEMO_PASSWORD);
      await page.reload();
      await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
      expect(await page.evaluate(() => document.cookie)).toBe('moniker_signed_in=1');

      await query(bank.database.superUrl, 'delete from session where user_id = $1', [id]);
      const { calls } = record(page);
      // The answer arrives before the app's own code.
      const answered = page.waitForResponse('**/api/auth/user');
      const continueAfterAnswer = async (script: Route): Promise<void> => {
        await answered;
        await script.continue();
      };
      await page.route('**/assets/index-*.js', continueAfterAnswer, { times: 1 });
      for (const visit of ['first', 'second']) {
        await open(page, '/');
        await waitForText(page, 'Get Started Free');
        expect([visit, calls]).toEqual([visit, ['/api/auth/user']]);
      }
    });
  });
});
