import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signInOnPage, waitForBalances, waitForToast } from './bank.fixtures.js';
import { collectErrors } from './screen-checks.fixtures.js';
import { setAvailableBalance } from '../payments/money.fixtures.js';
import { DEMO_PASSWORD, withPage, useBank, useBrowser } from '../harness/index.js';

const TRANSFER = [
  ['Amount', '10.00'],
  ['Recipient name', 'Lena Fisher'],
  ['Account number', '123456789'],
  ['Routing number', '021000021'],
  ['Purpose', 'Rent'],
] as const;

const bank = useBank();
const browser = useBrowser();

/**
 * Runs in the page, before the page's own scripts. Like a translator, replaces each text node, including those that
 * appear later, with elements. The words stay the same, so tests find them. Like some extensions, it even
 * changes text that is marked as not to be translated. `translation-guard.spec.ts` tests other ways to translate.
 */
function translate(): void {
  const tag: string = 'font';
  const done = new WeakSet<Node>();
  const treat = (text: Text): void => {
    if (done.has(text) || text.data.trim() === '' || text.parentElement?.closest('script, style, textarea'))
      return;
    const wrapper = document.createElement(tag);
    const copy = document.createTextNode(text.data);
    done.add(copy);
    wrapper.appendChild(document.createElement(tag)).append(copy);
    text.replaceWith(wrapper);
  };
  const treatAll = (): void => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) treat(text);
  };
  // Browsers translate new content a moment later, in a separate task.
  let isPlanned = false;
  new MutationObserver(() => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      treatAll();
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

async function sendMoney(page: Page): Promise<void> {
  await page.goto(`${bank.api.baseUrl}/send-money`);
  for (const [label, value] of TRANSFER) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Review Transfer' }).click();
  await page.getByRole('button', { name: 'Confirm and Send' }).click();
  await page.getByText('Transfer Request Submitted').first().waitFor();
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
}

async function askForCode(page: Page): Promise<void> {
  await page.goto(`${bank.api.baseUrl}/settings`);
  await page.getByLabel('Current password').fill(DEMO_PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('a quiet harbor');
  await page.getByLabel('Confirm new password').fill('a quiet harbor');
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await page.getByRole('textbox', { name: 'Verification code' }).waitFor();
}

async function approveTransfer(page: Page): Promise<void> {
  await signInOnPage(page, bank.api.baseUrl, 'admin@moniker.example', DEMO_PASSWORD);
  await page.goto(`${bank.api.baseUrl}/admin?tab=outgoing&search=alice&status=pending`);
  await page
    .getByRole('button', { name: /^Approve / })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve transfer' }).click();
  await waitForToast(page, 'Transfer request updated successfully');
}

/** Waits until the dashboard shows the bank's current balances. */
async function waitForCurrentBalances(page: Page): Promise<void> {
  const { totalBalance, availableBalance, pendingBalance } = (
    await bank.alice.get<{ totalBalance: string; availableBalance: string; pendingBalance: string }>(
      '/api/account/summary',
    )
  ).body;
  await waitForBalances(page, { total: totalBalance, available: availableBalance, pending: pendingBalance });
}

it('a browser that translates all text neither breaks a screen nor leaves a figure stale [UI-50]', async () => {
  await setAvailableBalance(bank.admin, bank.alice, 100_000);
  await withPage(browser, 'translator', async (page, context) => {
    await context.addInitScript(translate);
    const errors = collectErrors(page);
    await signInOnPage(page, bank.api.baseUrl, 'alice@moniker.example', DEMO_PASSWORD);
    await waitForCurrentBalances(page);
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await page.getByText('Amount hidden').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Show amounts' }).click();
    await askForCode(page);
    await sendMoney(page);
    await waitForCurrentBalances(page);

    const admin = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    await admin.addInitScript(translate);
    const adminPage = await admin.newPage();
    const adminErrors = collectErrors(adminPage);
    await approveTransfer(adminPage);
    await admin.close();

    // The page gets the new balances with its next poll.
    await waitForCurrentBalances(page);
    expect({ errors, adminErrors }).toEqual({ errors: [], adminErrors: [] });
  });
});
