import { describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { waitForToast } from '../web/bank.fixtures.js';
import { shareSession, loseAnswer, submitSignIn, fillInTransfer } from '../web/browser.fixtures.js';
import { setAvailableBalance } from '../payments/money.fixtures.js';
import {
  DEMO_PASSWORD,
  HttpClient,
  waitFor,
  withPage,
  useBank,
  useBrowser,
  expectSoon,
} from '../harness/index.js';

const ALICE = 'alice@moniker.example';
const BOB = 'bob@moniker.example';
const RECIPIENT = 'Corner Greens';

const bank = useBank();
const browser = useBrowser();

/** Runs a scenario on a screen in Alice's session. `endSession` ends that session without telling the page. */
async function onScreen(
  path: string,
  scenario: (page: Page, endSession: () => Promise<unknown>, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const client = new HttpClient(bank.api.baseUrl);
  expect((await client.post('/api/auth/login', { email: ALICE, password: DEMO_PASSWORD })).status).toBe(200);
  await withPage(browser, `draft on ${path}`, async (page, context) => {
    await shareSession(context, client);
    await page.goto(bank.api.baseUrl + path);
    await scenario(page, () => client.get('/api/logout'), context);
  });
}

/**
 * Opens the review and waits until the page has read the earlier payments. If the page read them after the end of the
 * session, the review would close.
 */
async function review(page: Page): Promise<void> {
  const read = page.waitForResponse('**/api/transactions/recent');
  await page.getByRole('button', { name: 'Review Transfer' }).click();
  await page.getByRole('button', { name: 'Confirm and Send' }).waitFor();
  await read;
}

const confirm = (page: Page): Promise<void> => page.getByRole('button', { name: 'Confirm and Send' }).click();
const recipientOn = (page: Page): Promise<string> => page.getByLabel('Recipient name').inputValue();

/** Confirms a transfer after the session has ended, which leads to sign-in. */
async function confirmTooLate(page: Page, endSession: () => Promise<unknown>): Promise<void> {
  await endSession();
  await confirm(page);
  await waitForToast(page, 'Session expired. Please log in again.');
  await page.waitForURL('**/auth');
}

async function signIn(page: Page, email: string): Promise<void> {
  await submitSignIn(page, email);
  await page.getByRole('link', { name: 'Logout' }).waitFor();
}

describe('a transfer that was entered before the session ended', () => {
  it('is restored once, for the same user, and never enters browser storage [AUTH-36, SEC-7]', () =>
    onScreen('/send-money', async (page, endSession) => {
      await fillInTransfer(page, '21.50');
      await page.getByLabel('Category').selectOption('food');
      await review(page);
      await confirmTooLate(page, endSession);
      const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]));
      expect(stored).not.toMatch(/Corner|310447825|Grocery|alice|@/i);

      await signIn(page, ALICE);
      await page.getByText('We kept what you entered').waitFor();
      await page.getByRole('group', { name: 'Recipient' }).getByText(RECIPIENT).waitFor();
      await expectSoon(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('21.50');
      await expectSoon(() => page.getByLabel('Net amount').inputValue()).toBe('21.07');
      await expectSoon(() => page.getByLabel('Category').inputValue()).toBe('food');

      // The screen asks before it discards what was typed (UI-64).
      page.once('dialog', (question) => void question.accept());
      await page.getByRole('link', { name: 'Statements', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Statements', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Send Money', exact: true }).first().click();
      await page.getByLabel('Recipient name').waitFor();
      expect(await recipientOn(page)).toBe('');
    }));

  it('is discarded when another user signs in [AUTH-36]', () =>
    onScreen('/send-money', async (page, endSession) => {
      await fillInTransfer(page, '21.50');
      await review(page);
      await confirmTooLate(page, endSession);
      await signIn(page, BOB);
      await page.getByLabel('Recipient name').waitFor();
      expect(await recipientOn(page)).toBe('');
    }));

  it('is discarded by a sign-out in another tab [AUTH-36]', () =>
    onScreen('/send-money', async (page, _, context) => {
      await fillInTransfer(page, '21.50');
      await review(page);
      const other = await context.newPage();
      await other.goto(`${bank.api.baseUrl}/contact`);
      await other.getByRole('link', { name: 'Logout' }).click();
      await other.waitForURL(`${bank.api.baseUrl}/`);
      // The page reacts immediately, although nobody is using it.
      await waitForToast(page, 'You are logged out. Logging in again...');
      await page.waitForURL('**/auth');
      await signIn(page, ALICE);
      await page.getByLabel('Recipient name').waitFor();
      expect(await recipientOn(page)).toBe('');
    }));

  it('keeps its idempotency key if the response was lost, so the money is sent only once [TRF-34]', () =>
    onScreen('/send-money', async (page, endSession) => {
      const keys: (string | undefined)[] = [];
      page.on('request', (request: Request) => {
        if (request.url().endsWith('/api/transfer/request')) keys.push(request.headers()['idempotency-key']);
      });
      await fillInTransfer(page, '21.50');
      await review(page);
      await loseAnswer(page, '**/api/transfer/request');
      await confirm(page);
      await page.getByText("We don't know yet if your transfer went through").waitFor();
      await confirmTooLate(page, endSession);

      // The bank has already accepted the transfer, so a repeat must succeed even if the balance no longer covers it.
      await setAvailableBalance(bank.admin, bank.alice, 1_000);
      await signIn(page, ALICE);
      await page.getByText('We kept what you entered').waitFor();
      await review(page);
      await page.getByText("We don't know yet if your transfer went through").waitFor();
      await confirm(page);
      await waitForToast(page, 'Your first try went through. Nothing was sent twice.');
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
    }));
});

describe('a chat message that was typed before the session ended', () => {
  it('is restored even if a poll was first to notice that the session had ended [AUTH-36]', () =>
    onScreen('/contact', async (page, endSession) => {
      await page.clock.install();
      const box = page.getByPlaceholder('Type your message...');
      await box.fill('Where is my card?');
      await endSession();
      await page.clock.fastForward(5_000);
      await page.waitForURL('**/auth');
      await signIn(page, ALICE);
      await page.getByText('You wrote this before your session ended.').waitFor();
      await expectSoon(() => box.inputValue()).toBe('Where is my card?');
      await box.press('Enter');
      await waitForToast(page, 'Message Sent');
      await waitFor(async () => (await box.inputValue()) === '', { what: 'the box to be empty' });
    }));
});
