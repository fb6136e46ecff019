import { expect, it } from '@jest/globals';
import { shareSession } from '../web/browser.fixtures.js';
import { today } from './history.fixtures.js';
import { requestTransfer, userIdOf } from './money.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { query, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

/** `2026-11-05` → `Nov 5, 2026`. */
const dayName = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    ...{ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
  });

it('counts settled transactions in Analytics, and shows pending ones separately [ANA-3, ANA-4, ANA-7]', async () => {
  const { api, alice, admin } = bank;
  const { body: failed } = await requestTransfer(alice, { amount: 640 });
  await admin.put(`/api/admin/transfer-requests/${failed.id}`, { status: 'failed' });
  await withPage(browser, 'settled analytics', async (page, context) => {
    await shareSession(context, alice);
    await page.goto(`${api.baseUrl}/analytics`);
    await page.getByRole('heading', { name: 'Transaction Summary' }).waitFor();
    const main = await page.getByRole('main').innerText();
    // 1479.59 + 86.40 + 32 + 24.50 + 120
    expect(main).toMatch(/Total Spending\s+\$1,742\.49\s+Recent transactions/);
    expect(main).toMatch(/Transactions\s+9\s+Total count/);
    expect(main).toMatch(/Current Balance\s+\$5,657\.51\s+Up\s+\+\$2,450\.00\s+\(76\.4%\)/);
    expect(main).toMatch(/Credits\s+4\s+Debits\s+5\s+Total\s+9/);
    expect(main).toMatch(/Spending by Category[^]*Total\s+\$1,742\.49/);
    const pending = await page.getByRole('region', { name: 'Pending' }).innerText();
    expect(pending).toContain(
      "Pending payments aren't included in the figures and charts until they complete.",
    );
    expect(pending).toMatch(/Outgoing\s+\$75\.25\s+Incoming\s+\$0\.00/);

    const chart = page.getByRole('img', { name: /^Area chart of the balance: / });
    const points = ((await chart.getAttribute('aria-label')) ?? '')
      .replace(/^.*?: /, '')
      .split(/, (?=\d+ days? ago|Today)/);
    // The balances before and after each of the latest seven settled entries, as on the statement, and today's balance.
    expect(points.map((point) => /\$[\d,]+\.\d\d$/.exec(point)?.[0])).toEqual([
      ...['$2,500.00', '$1,020.41', '$934.01', '$902.01', '$3,352.01', '$3,327.51', '$3,207.51'],
      ...['$5,657.51', '$5,657.51'],
    ]);
    expect(points.at(-1)).toBe('Today $5,657.51');
    await page.locator('.apexcharts-area-series path').first().waitFor();
  });
});

it('draws a chart with two points if there are no transactions [ANA-4]', async () => {
  const { api, database } = bank;
  const newcomer = await newCustomer(api.baseUrl, database);
  await query(
    database.superUrl,
    `insert into kyc_application (id, user_id, status, account_type, first_name, last_name, street, city, state, zip_code,
        ssn_ciphertext, submitted_at, created_at)
      values (gen_random_uuid(), $1, 'approved', 'personal', 'Grace', 'Hopper', '1 Main Street', 'Albany', 'NY', '12207', '',
        now(), now())`,
    [await userIdOf(newcomer)],
  );
  await withPage(browser, 'analytics without transactions', async (page, context) => {
    await shareSession(context, newcomer);
    await page.goto(`${api.baseUrl}/analytics`);
    const axis = page.locator('.apexcharts-xaxis-label tspan');
    await axis.first().waitFor();
    await expectSoon(() => axis.allTextContents()).toEqual(['Last Week', 'Today']);
    const chart = page.getByRole('img', { name: /^Area chart/ });
    await expectSoon(() => chart.getAttribute('aria-label')).toContain(': Last Week $0.00, Today $0.00');
  });
});

it('compares this month with all of last month, and with last month up to the same day [ANA-8]', async () => {
  const { api, bob } = bank;
  interface Sums {
    to: string;
    moneyIn: string;
  }
  const { body } =
    await bob.get<Record<'thisMonth' | 'lastMonth' | 'lastMonthToDate', Sums>>('/api/account/activity');
  await withPage(browser, 'analytics by month', async (page, context) => {
    await shareSession(context, bob);
    await page.goto(`${api.baseUrl}/analytics`);
    const card = page.getByRole('region', { name: 'This Month vs. Last Month' });
    const text = await card.innerText();
    const headings = await card.getByRole('heading', { level: 3 }).allInnerTexts();
    const months = [body.thisMonth, body.lastMonthToDate, body.lastMonth];
    expect(headings).toEqual([
      `This month to ${dayName(body.thisMonth.to)}`,
      `Last month to ${dayName(body.lastMonthToDate.to)}`,
      'All of last month',
    ]);
    for (const { moneyIn } of months) expect(text).toContain(moneyIn);
  });
});

it('links a category to the settled payments that make up its amount [ANA-5]', async () => {
  const { api, alice } = bank;
  await withPage(browser, 'history by category', async (page, context) => {
    await shareSession(context, alice);
    await page.goto(`${api.baseUrl}/analytics`);
    await page.getByRole('link', { name: 'Bills', exact: true }).click();
    await page.waitForURL('**/history?status=completed&type=outgoing&category=bills');
    await page.getByText('Showing 1 of 1 payment').waitFor();
    await page.getByText('Transfer to Maple Street Homes').first().waitFor();
    await expectSoon(() => page.getByLabel('Category').inputValue()).toBe('bills');
    await page.getByLabel('Category').selectOption('all');
    await page.waitForURL('**/history?status=completed&type=outgoing');
    await page.getByText('Showing 5 of 5 payments').waitFor();
  });
});

it('offers statements only for months since the account was opened, and says why an earlier period has none [STM-6, STM-7]', async () => {
  const { api, database, alice } = bank;
  const newcomer = await newCustomer(api.baseUrl, database);
  const nameOf = (month: string) =>
    new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
      ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
    });
  await withPage(browser, 'statement months', async (page, context) => {
    await shareSession(context, newcomer);
    await page.goto(`${api.baseUrl}/statements?month=2020-02`);
    const months = page.getByLabel('Period').getByRole('option');
    await months.first().waitFor({ state: 'attached' });
    await expectSoon(() => months.allTextContents()).toEqual([nameOf(today().slice(0, 7)), 'Choose days…']);
    await page.getByText('Closing balance').first().waitFor();

    await page.goto(`${api.baseUrl}/statements?from=2020-02-01&to=2020-02-29`);
    await page.getByText('Your account was opened after this period').waitFor();
    expect(await page.getByText('Closing balance').count()).toBe(0);
  });
  await withPage(browser, 'statement days', async (page, context) => {
    await shareSession(context, alice);
    await page.goto(`${api.baseUrl}/statements`);
    await page.getByRole('heading', { name: new RegExp(` to ${dayName(today())}$`) }).waitFor();
  });
});
