import { expect, it } from '@jest/globals';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { waitForToast } from './bank.fixtures.js';
import { fillFields, openAccount, shareSession, loseAnswer, fillInTransfer } from './browser.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { userIdOf } from '../payments/money.fixtures.js';
import { waitFor, withPage, type HttpClient, useBank, useBrowser, expectSoon } from '../harness/index.js';

const TRANSFER = '**/api/transfer/request';
const NOTHING_SENT = "You're offline. Nothing was sent.";

/** The banner, found by its text, because toasts also have a `status` for screen readers. */
const offlineBanner = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: "You can't send anything until you're back online." });

const CHECK_BEFORE_REPEATING =
  'If you were sending something, check that it went through before you send it again.';

const bank = useBank();
const browser = useBrowser();

/** A new customer with an account number and $50.00. */
async function customerWithMoney(): Promise<HttpClient> {
  const customer = await newCustomer(bank.api.baseUrl, bank.database);
  await openAccount(bank.database, bank.admin, customer);
  const credit = { userId: await userIdOf(customer), type: 'credit', amount: 50, description: 'Gift' };
  expect((await bank.admin.post('/api/admin/transactions', credit)).status).toBe(201);
  return customer;
}

const transfersOf = async (customer: HttpClient): Promise<unknown[]> => {
  const { body } = await customer.get<{ type: string }[]>('/api/transactions/recent');
  return body.filter(({ type }) => type === 'debit');
};

/** Runs a scenario on the review step of a $20.00 transfer. */
async function atReview(
  name: string,
  scenario: (page: Page, customer: HttpClient, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const customer = await customerWithMoney();
  await withPage(browser, name, async (page, context) => {
    await shareSession(context, customer);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await page.getByRole('link', { name: 'Send Money', exact: true }).first().click();
    await reviewTransfer(page);
    await scenario(page, customer, context);
  });
}

async function reviewTransfer(page: Page): Promise<void> {
  await fillInTransfer(page);
  await page.getByRole('button', { name: 'Review Transfer' }).click();
}

const confirm = (page: Page): Promise<void> => page.getByRole('button', { name: 'Confirm and Send' }).click();

/** Confirms the transfer. Starts waiting before the click, because the last screen shows only for a moment. */
async function confirmUntilSent(page: Page): Promise<void> {
  const sent = page.getByRole('heading', { name: 'Transfer request submitted' }).waitFor();
  await Promise.all([sent, confirm(page)]);
}

/** Collects a page's requests for transfers. */
function recordTransfers(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/transfer/request')) requests.push(request);
  });
  return requests;
}

const keysOf = (requests: readonly Request[]): (string | undefined)[] =>
  requests.map((request) => request.headers()['idempotency-key']);

it("doesn't let a payment be confirmed while offline, and sends nothing once back online [UI-24, TRF-155]", () =>
  atReview('offline payment', async (page, customer, context) => {
    const requests = recordTransfers(page);
    const banner = offlineBanner(page);
    expect(await banner.count()).toBe(0);
    await context.setOffline(true);
    await banner.waitFor();
    await page.getByText("You're offline. You can confirm once you're back online.").waitFor();
    const button = page.getByRole('button', { name: 'Confirm and Send' });
    await expectSoon(() => button.isEnabled()).toBe(false);

    // Leaving asks for confirmation, because the transfer was not sent.
    page.once('dialog', (question) => void question.accept());
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await page.waitForURL('**/dashboard');
    // Waits for the next poll. A queued mutation would have been sent by then too.
    const poll = page.waitForResponse('**/api/transactions/recent');
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
    await poll;
    expect(requests).toEqual([]);
    expect(await transfersOf(customer)).toEqual([]);
  }));

/**
 * Uses a form, which starts loading the code for toasts, and waits for that code. The code could not be loaded offline,
 * because these browsers have no service worker that has cached it.
 */
async function untilToastsAreLoaded(page: Page, useForm: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse('**/assets/toast-area-*');
  await useForm();
  // Importing the chunk also waits for the chunks that it imports.
  await page.evaluate((url) => import(url).then(() => undefined), (await response).url());
}

it('keeps the text of a message instead of sending it while offline [UI-24]', async () => {
  await withPage(browser, 'offline message', async (page, context) => {
    await shareSession(context, bank.bob);
    await page.goto(`${bank.api.baseUrl}/contact`);
    const box = page.getByPlaceholder('Type your message...');
    await untilToastsAreLoaded(page, () => box.fill('Are you there?'));
    await context.setOffline(true);
    await box.press('Enter');
    await waitForToast(page, NOTHING_SENT);
    await expectSoon(() => box.inputValue()).toBe('Are you there?');
    await context.setOffline(false);
    await box.press('Enter');
    await waitForToast(page, 'Message Sent');
  });
});

it('shows the offline banner to visitors and sends nothing [UI-24]', async () => {
  await withPage(browser, 'offline visitor', async (page, context) => {
    await page.goto(`${bank.api.baseUrl}/auth`);
    await untilToastsAreLoaded(page, () =>
      fillFields(page, [
        ['Email', 'bob@moniker.example'],
        ['Password', 'moniker-demo'],
      ]),
    );
    await context.setOffline(true);
    await offlineBanner(page).waitFor();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await waitForToast(page, NOTHING_SENT);
  });
});

it('uses the same key to repeat a transfer whose response was lost, and says that the first try arrived [TRF-29]', () =>
  atReview('lost answer', async (page, customer) => {
    const requests = recordTransfers(page);
    await loseAnswer(page, TRANSFER);
    await confirm(page);
    await page.getByText("We don't know yet if your transfer went through").waitFor();
    expect(requests).toHaveLength(1);
    await confirmUntilSent(page);
    await waitForToast(page, 'Your first try went through. Nothing was sent twice.');
    const [first, second] = keysOf(requests);
    expect(second).toBe(first);
    expect(await transfersOf(customer)).toHaveLength(1);
  }));

it('uses the same key to repeat a transfer that never arrived, even after leaving the page [TRF-29]', () =>
  atReview('lost request', async (page, customer) => {
    const requests = recordTransfers(page);
    await page.route(TRANSFER, (route) => route.abort('connectionreset'), { times: 1 });
    await confirm(page);
    await page.getByText("We don't know yet if your transfer went through").waitFor();
    expect(await transfersOf(customer)).toEqual([]);
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Profile Information' }).waitFor();
    await page.getByRole('link', { name: 'Send Money', exact: true }).first().click();
    await reviewTransfer(page);
    await page.getByText("We don't know yet if your transfer went through").waitFor();
    await confirmUntilSent(page);
    await waitForToast(
      page,
      "Your first try didn't go through, so we sent it just now. Nothing was sent twice.",
    );
    const [first, second] = keysOf(requests);
    expect(second).toBe(first);
    expect(await transfersOf(customer)).toHaveLength(1);
  }));

it('tells a customer who has left the page that a transfer failed [TRF-29]', () =>
  atReview('failure after leaving', async (page) => {
    let fail = (): void => undefined;
    const left = new Promise<void>((resolve) => (fail = resolve));
    await page.route(TRANSFER, async (route) => {
      await left;
      await route.fulfill({ status: 500, json: {} });
    });
    await confirm(page);
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Profile Information' }).waitFor();
    fail();
    await waitForToast(page, 'Failed to submit transfer request');
  }));

/** Waits until the service worker controls the page and has cached every chunk that it knows about. */
async function waitForChunks(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const source = await fetch(`${bank.api.baseUrl}/sw.js`).then((response) => response.text());
  const chunks = source.match(/\/assets\/[\w-]+\.(js|css)/g) ?? [];
  expect(chunks.length).toBeGreaterThan(20);
  const isReady = (count: number): Promise<boolean> =>
    page.evaluate(async (expected) => {
      const cached = await caches.open('moniker-chunks').then((cache) => cache.keys());
      return navigator.serviceWorker.controller !== null && cached.length === expected;
    }, count);
  await waitFor(() => isReady(chunks.length), { what: 'the cached chunks' });
}

it('opens a screen offline even if it was never opened before [UI-25]', async () => {
  await withPage(
    browser,
    'offline navigation',
    async (page, context) => {
      await shareSession(context, bank.alice);
      await page.goto(`${bank.api.baseUrl}/dashboard`);
      await waitForChunks(page);
      await context.setOffline(true);
      await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Profile Information' }).waitFor();
      await page.getByRole('button', { name: 'Search and commands' }).click();
      await page.getByRole('combobox', { name: 'Search screens, actions and transactions' }).waitFor();
    },
    { serviceWorkers: 'allow' },
  );
});

it('keeps the layout and offers a retry if the code of a screen cannot be loaded [UI-25, UI-52]', async () => {
  await withPage(browser, 'failed chunk', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Statements', exact: true }).first().click();
    const alert = page.getByRole('alert').filter({ hasText: "We couldn't load this page." });
    await alert.filter({ hasText: CHECK_BEFORE_REPEATING }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await alert.filter({ hasText: "You're still offline." }).waitFor();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
    await page.getByText('Payments History').first().waitFor();
    await page.getByRole('link', { name: 'Statements', exact: true }).first().click();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Opening balance').first().waitFor();

    // If even the layout's code cannot be loaded, an error page without the layout reports the failure.
    await page.route('**/assets/app-layout-*.js', (route) => route.abort());
    await page.reload();
    const failed = page.getByRole('main').filter({ hasText: "We couldn't show this page" });
    await failed.filter({ hasText: CHECK_BEFORE_REPEATING }).waitFor();
  });
});
