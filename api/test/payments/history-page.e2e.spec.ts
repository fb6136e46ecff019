import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { shareSession } from '../web/browser.fixtures.js';
import { demoDays, parseCsv } from './history.fixtures.js';
import { userIdOf } from './money.fixtures.js';
import { waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

const linesOf = (page: Page) => page.getByRole('list', { name: 'Payments' }).getByRole('listitem');

async function seeLines(page: Page, count: number, total = count): Promise<void> {
  await page.getByText(new RegExp(`^Showing ${count} of ${total} payments?$`)).waitFor();
  await waitFor(async () => (await linesOf(page).count()) === count, { what: `${count} lines` });
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

it('opens the whole history with View All and keeps its filters in the address [DASH-8, DASH-9, TXN-4, TXN-6]', async () => {
  await withPage(browser, 'history filters', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    await linesOf(page).filter({ hasText: 'Balance after: $5,657.51' }).first().waitFor();
    await linesOf(page).filter({ hasText: 'Unchanged' }).first().waitFor();
    await page.getByLabel('Type').selectOption('outgoing');
    await page.getByRole('link', { name: 'View All' }).click();
    await page.waitForURL('**/history?type=outgoing');
    await seeLines(page, 7);

    await page.getByLabel('Status').selectOption('completed');
    await page.waitForURL('**/history?status=completed&type=outgoing');
    await seeLines(page, 5);
    await page.getByLabel('Search payments').pressSequentially('corner');
    await page.waitForURL('**/history?search=corner&status=completed&type=outgoing');
    await seeLines(page, 1);
    await page.reload();
    await seeLines(page, 1);
    await expectSoon(() => page.getByLabel('Search payments').inputValue()).toBe('corner');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const [, ...rows] = parseCsv(await text(await (await download).createReadStream()));
    expect(rows.map(([, , description, , status, , amount]) => [description, status, amount])).toEqual([
      ['Transfer to Corner Greens', 'Completed', '-86.40'],
    ]);

    await linesOf(page).getByRole('link').first().click();
    await page.getByRole('dialog', { name: 'Transfer to Corner Greens' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/history?search=corner&status=completed&type=outgoing');
    await page.getByLabel('Search payments').fill('nothing of the kind');
    await page.getByText('No transactions found matching your filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL('**/history');
    await seeLines(page, 11);

    // The server accepts every status that can be selected.
    const choices = await page.getByLabel('Status').getByRole('option').all();
    for (const choice of choices.slice(1)) {
      const status = (await choice.getAttribute('value')) ?? '';
      const statusResponse = page.waitForResponse((response) => response.url().includes(`status=${status}`));
      await page.getByLabel('Status').selectOption(status);
      expect((await statusResponse).status()).toBe(200);
    }
    await page.getByLabel('Status').selectOption('all');
    await seeLines(page, 11);

    const dayAgo = await demoDays(bank.database);
    await page.getByLabel('From').fill(dayAgo(29));
    await page.getByLabel('To', { exact: true }).fill(dayAgo(24));
    await seeLines(page, 2);
    await page.getByLabel('To', { exact: true }).fill(dayAgo(31));
    await page.getByText("The last day can't be before the first").waitFor();
  });
});

it('accepts a day that is typed digit by digit [TXN-5]', async () => {
  await withPage(browser, 'typed day', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/history`);
    const from = page.getByLabel('From');
    await from.focus();
    await page.keyboard.type('11052026');
    await page.waitForURL('**/history?from=2026-11-05');
    await expectSoon(() => from.inputValue()).toBe('2026-11-05');
    await page.getByLabel('Search payments').fill('nothing of the kind');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL('**/history');
    await waitFor(async () => (await from.inputValue()) === '', { what: 'the day to be cleared' });
  });
});

it('groups open payments, loads more pages and can be navigated with J, K and Enter [TXN-2, TXN-5]', async () => {
  const { admin, bob, api } = bank;
  const userId = await userIdOf(bob);
  for (let count = 1; count <= 30; count += 1) {
    const credit = { userId, type: 'credit', amount: count, description: `Deposit ${count}` };
    await admin.post('/api/admin/transactions', credit);
  }
  await withPage(browser, 'history pages', async (page, context) => {
    await shareSession(context, bob);
    await page.goto(`${api.baseUrl}/history`);
    await seeLines(page, 25, 35);
    const pending = page.getByRole('list', { name: 'Pending payments' }).getByRole('listitem');
    await expectSoon(() => pending.allInnerTexts()).toEqual([
      expect.stringContaining('Transfer to Northwheel Parts'),
    ]);
    await page.getByRole('button', { name: 'Load more' }).click();
    await seeLines(page, 35);
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    const names = await linesOf(page).locator('p').getByRole('link').allInnerTexts();
    expect(new Set(names).size).toBeGreaterThanOrEqual(34);

    // The pending payment comes first (TXN-2).
    for (const key of ['j', 'j', 'j', 'j', 'k']) await page.keyboard.press(key);
    await expectSoon(() => focusedText(page)).toBe('Deposit 29');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Deposit 29' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await waitFor(async () => (await focusedText(page)) === 'Deposit 29', { what: 'the focus to return' });
    await page.getByLabel('Search payments').focus();
    await page.keyboard.press('j');
    await expectSoon(() => page.getByLabel('Search payments').inputValue()).toBe('j');
  });
});
