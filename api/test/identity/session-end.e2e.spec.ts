import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { shareSession } from '../web/browser.fixtures.js';
import {
  type HttpClient,
  query,
  signIn,
  waitFor,
  withPage,
  useBank,
  useBrowser,
  expectSoon,
} from '../harness/index.js';

const BACKGROUND = { headers: { 'x-background-request': '1' } };
const POLLED = ['/api/transactions/recent', '/api/kyc/status', '/api/notifications'];

const bank = useBank();
const browser = useBrowser();
let alice: HttpClient;

beforeEach(async () => {
  alice = await signIn(bank.api.baseUrl, 'alice');
});

/** Makes Alice's sessions look as if they were last used `interval` ago. */
const lastUsed = (interval: string): Promise<unknown> =>
  query(
    bank.database.superUrl,
    `update session set last_seen_at = now() - interval '${interval}'
      where user_id = (select id from app_user where moniker = 'alice')`,
  );

const secondsLeft = async (): Promise<number> =>
  Number((await alice.get('/api/auth/user', BACKGROUND)).headers.get('x-session-seconds-left'));

async function openDashboard(context: BrowserContext, page: Page): Promise<void> {
  await shareSession(context, alice);
  await page.goto(`${bank.api.baseUrl}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const countdown = (page: Page) => page.getByRole('dialog', { name: 'Stay signed in?' });

describe('a session that is not used', () => {
  it('is not extended by the polls of a visible tab [AUTH-80]', async () => {
    await withPage(browser, 'polls in the background', async (page, context) => {
      await openDashboard(context, page);
      const polls = new Set<string>();
      await lastUsed('10 minutes');
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (POLLED.includes(pathname) && request.headers()['x-background-request'] === '1')
          polls.add(pathname);
      });
      await waitFor(() => polls.size === POLLED.length, { what: 'all polls', timeoutMs: 60_000 });
      expect(await secondsLeft()).toBeLessThanOrEqual(1_200);

      await page.keyboard.press('Shift');
      await waitFor(async () => (await secondsLeft()) > 1_700, { what: 'a request after a key press' });
    });
  });

  it('makes every tab ask whether to stay signed in, and continues if the user says yes in one tab [AUTH-81]', async () => {
    await withPage(browser, 'the countdown', async (page, context) => {
      await openDashboard(context, page);
      const other = await context.newPage();
      await openDashboard(context, other);
      await lastUsed('29 minutes 20 seconds');
      await Promise.all([page, other].map((tab) => countdown(tab).waitFor()));
      const timer = countdown(page).getByRole('timer');
      await expectSoon(() => timer.textContent()).toMatch(/^0:[0-4]\d$/);

      // Keys pressed in the dialog don't extend the session.
      const stay = countdown(page).getByRole('button', { name: 'Stay Signed In' });
      await expectSoon(() => stay.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Shift+Tab');
      const signOut = countdown(page).getByRole('link', { name: 'Sign Out' });
      await expectSoon(() => signOut.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await secondsLeft()).toBeLessThanOrEqual(40);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');

      await Promise.all([page, other].map((tab) => countdown(tab).waitFor({ state: 'detached' })));
      expect(await secondsLeft()).toBeGreaterThan(1_700);
    });
  });

  it('leads to the sign-in screen when it ends [AUTH-81, AUTH-19]', async () => {
    await withPage(browser, 'the end', async (page, context) => {
      await openDashboard(context, page);
      await lastUsed('29 minutes 50 seconds');
      await countdown(page).waitFor();
      await page.waitForURL((url) => url.pathname === '/auth');
      expect((await alice.get('/api/auth/user')).status).toBe(401);
    });
  });
});
