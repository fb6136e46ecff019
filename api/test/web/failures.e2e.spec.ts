import { expect, it } from '@jest/globals';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { waitForToast } from './bank.fixtures.js';
import { shareSession, stopClock, waitForVisible } from './browser.fixtures.js';
import { withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

it("shows its own text instead of a proxy's error page [ERR-4]", async () => {
  const errorPage = (route: Route): Promise<void> =>
    route.fulfill({
      status: 502,
      contentType: 'text/html',
      body: '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>',
    });
  await withPage(browser, 'error page', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/contact`);
    await page.route('**/api/chat/send', errorPage);
    const box = page.getByPlaceholder('Type your message...');
    await box.fill('Hello');
    await box.press('Enter');
    await waitForToast(page, 'Failed to send message');
    expect(await page.getByText('nginx').count()).toBe(0);
    await page.route('**/api/auth/user', errorPage);
    await page.reload();
    await page.getByText("We couldn't check your sign-in.").waitFor();
    expect(await page.getByText('<html>').count()).toBe(0);
  });
});

it('ends a request after 20 seconds without a response [UI-54]', async () => {
  await withPage(browser, 'no answer', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.clock.install();
    await page.goto(`${bank.api.baseUrl}/contact`);
    await page.route('**/api/chat/send', () => undefined);
    const box = page.getByPlaceholder('Type your message...');
    await box.fill('Hello');
    await stopClock(page);
    const sent = page.waitForRequest('**/api/chat/send');
    await box.press('Enter');
    await sent;
    await page.clock.runFor(19_000);
    await expectSoon(() => box.isDisabled()).toBe(true);
    await page.clock.runFor(2_000);
    await waitForVisible(page, page.getByText("We didn't get a response.", { exact: false }));
    await expectSoon(() => box.inputValue()).toBe('Hello');
    await expectSoon(() => box.isDisabled()).toBe(false);
  });
});

it('says once, after three seconds, that a page is still loading [UI-67]', async () => {
  await withPage(browser, 'slow page', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.clock.install();
    await page.route('**/api/auth/user', () => undefined);
    await page.goto(`${bank.api.baseUrl}/contact`);
    const status = page.getByRole('status').filter({ hasText: 'Checking your sign-in' });
    await status.waitFor();
    await stopClock(page);
    expect(await status.getByText('Still loading...').count()).toBe(0);
    await page.clock.runFor(3_000);
    await expectSoon(() => status.getByText('Still loading...').count()).toBe(1);
  });
});

it('stays signed in if a poll is answered with 401 although the session is still valid [AUTH-95]', async () => {
  await withPage(browser, '401 from a poll', async (page, context) => {
    await shareSession(context, bank.alice);
    const denied: number[] = [];
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await page.getByText('Payments History').first().waitFor();
    await page.route(
      '**/api/transactions/recent',
      (route) => {
        denied.push(401);
        return route.fulfill({ status: 401, json: { statusCode: 401, message: 'Unauthorized' } });
      },
      { times: 1 },
    );
    const asked = page.waitForResponse('**/api/auth/user');
    const again = page.waitForResponse(
      (response) => response.url().endsWith('/api/transactions/recent') && response.status() < 400,
    );
    expect((await asked).status()).toBeLessThan(400);
    await again;
    expect(denied).toEqual([401]);
    await expectSoon(() => page.getByText('Payments History').first().isVisible()).toBe(true);
  });
});

it('says that the status of the identity check could not be loaded, instead of showing “Not Started” [SET-2]', async () => {
  await withPage(browser, 'unknown identity check', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.route('**/api/kyc/status', (call) => call.fulfill({ status: 503, json: {} }));
    await page.goto(`${bank.api.baseUrl}/settings`);
    await page.getByText("Couldn't load").waitFor();
    expect(await page.getByText('Not Started').count()).toBe(0);
  });
});

it('keeps list placeholders within 320 px while the lists load [UI-16]', async () => {
  const phone = { viewport: { width: 320, height: 700 } };
  const scenario = async (page: Page, context: BrowserContext): Promise<void> => {
    await shareSession(context, bank.alice);
    // Never answers, so the placeholders stay.
    await page.route(/\/api\/transactions(\/|\?|$)/, () => undefined);
    for (const path of ['/dashboard', '/history']) {
      await page.goto(bank.api.baseUrl + path);
      await page.getByText('Loading payments').waitFor({ state: 'attached' });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  };
  await withPage(browser, 'loading', scenario, phone);
});
