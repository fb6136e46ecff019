import { expect, it } from '@jest/globals';
import { addDays } from '../../src/platform/time/bank-day.js';
import { waitForBalances } from '../web/bank.fixtures.js';
import { shareSession } from '../web/browser.fixtures.js';
import { balanceFromLog, today } from './history.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { headOf, summaryOf, userIdOf } from './money.fixtures.js';
import { waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

/** Parses a displayed amount into cents. */
const centsOf = (text: string): number =>
  Math.round(Number(text.replace(/[$,+]/g, '').replace('−', '-')) * 100);

/** An amount as displayed. */
const FIGURE = /[+−]?\$[\d,]+\.\d{2}/;

it('explains the balance with lines that add up to the dashboard total [ACC-10]', async () => {
  const { api, alice, database } = bank;
  await withPage(browser, 'explain', async (page, context) => {
    await shareSession(context, alice);
    await page.goto(`${api.baseUrl}/dashboard`);
    const shown = { total: '$5,657.51', available: '$5,582.26', pending: '$75.25' };
    await waitForBalances(page, shown);
    await page.getByRole('link', { name: 'Where does this come from?' }).click();
    await page.getByRole('heading', { name: 'Where your balance comes from' }).waitFor();
    await waitForBalances(page, shown);

    const sums = await page.getByRole('list', { name: 'Totals by type' }).locator('summary').allInnerTexts();
    const total = sums.reduce((sum, line) => sum + centsOf(FIGURE.exec(line)?.[0] ?? ''), 0);
    expect([sums.length, total]).toEqual([4, (await summaryOf(alice)).totalBalanceCents]);
    await page.getByText(String(await headOf(database)), { exact: true }).waitFor();

    await page.getByRole('list', { name: 'Holds' }).getByRole('link').click();
    const panel = page.getByRole('dialog', { name: 'Transfer to Corner Greens' });
    await panel.getByText('Pending').first().waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.getByText('Incoming payments').click();
    await page.getByRole('link', { name: 'Salary' }).first().click();
    await page.getByRole('dialog', { name: 'Salary' }).waitFor();
  });
});

it('shows zero on every day for an account without entries', async () => {
  const { api, database } = bank;
  const newcomer = await newCustomer(api.baseUrl, database);
  await withPage(browser, 'explain nothing', async (page, context) => {
    await shareSession(context, newcomer);
    await page.goto(`${api.baseUrl}/explain`);
    await page.getByText('No activity yet').waitFor();
    const chart = page.getByRole('figure');
    await chart.getByRole('img', { name: /^Step chart of your balance at the end of each day/ }).waitFor();
    await expectSoon(() => chart.locator('p').innerText()).toBe('$0.00');
  });
});

it('shows the balance of a past day at a URL of its own, which the table of days links to [ACC-11]', async () => {
  const { api, alice, database } = bank;
  const userId = await userIdOf(alice);
  const dayAgo = (days: number) => addDays(today(), -days);
  await withPage(browser, 'explain a past day', async (page, context) => {
    await shareSession(context, alice);
    await page.goto(`${api.baseUrl}/explain`);
    await page.getByRole('img', { name: /^Step chart of your balance at the end of each day/ }).waitFor();
    await page.getByText('Show as table').click();
    const rows = page.getByRole('table').getByRole('row');
    await waitFor(async () => (await rows.count()) === 31, { what: 'one row per day and the header' });
    for (const days of [1, 14, 29]) {
      const cents = centsOf(
        await rows
          .nth(days + 1)
          .getByRole('cell')
          .innerText(),
      );
      expect(cents).toBe(await balanceFromLog(database, userId, { day: dayAgo(days) }));
    }

    await rows.nth(15).getByRole('link').click();
    await page.waitForURL(`**/explain?at=${dayAgo(14)}`);
    await waitForBalances(page, { total: '$3,352.01', available: '$3,352.01', pending: '$0.00' });
    await page.getByLabel('Balance on').fill(dayAgo(24));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(`**/explain?at=${dayAgo(24)}`);
    await waitForBalances(page, { total: '$934.01', available: '$934.01', pending: '$0.00' });
    await page.getByRole('link', { name: 'Welcome credit' }).first().click();
    await page.waitForURL(`**/explain?at=${dayAgo(24)}&transaction=*`);
    await page.reload();
    await page.getByRole('dialog', { name: 'Welcome credit' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/explain?at=${dayAgo(24)}`);
    await page.getByRole('button', { name: 'Now' }).click();
    await waitForBalances(page, { total: '$5,657.51', available: '$5,582.26', pending: '$75.25' });
  });
});

it('says that the explanation failed to load, and offers to try again [ACC-12]', async () => {
  await withPage(browser, 'no explanation', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.route('**/api/account/explanation*', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto(`${bank.api.baseUrl}/explain`);
    await page.getByText("We couldn't load this page.").waitFor();
    await page.unroute('**/api/account/explanation*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForBalances(page, { total: '$5,657.51', available: '$5,582.26', pending: '$75.25' });
  });
});
