import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pickUser } from './admin.given.js';
import {
  applyForChecking,
  CARLA,
  register,
  seeBalances,
  seeToast,
  signInThere,
  verifyEmail,
} from './bank.given.js';
import {
  createDemoDatabase,
  DEMO_PASSWORD,
  launchBrowser,
  type MailServer,
  runCli,
  type Running,
  type RunningApi,
  startApi,
  startMailServer,
  startWorker,
  type TestDatabase,
  withPage,
} from './support/index.js';

let database: TestDatabase;
let mail: MailServer;
let api: RunningApi;
let worker: Running;
let browser: Browser;

beforeAll(async () => {
  [database, mail, browser] = await Promise.all([createDemoDatabase(), startMailServer(), launchBrowser()]);
  const env = { SMTP_URL: mail.smtpUrl };
  api = await startApi({ database, env });
  worker = await startWorker({ database, env, dataDir: api.dataDir });
}, 60_000);

afterAll(async () => {
  await browser.close();
  await Promise.all([worker.stop(), api.stop()]);
  await mail.close();
  await database.drop();
});

async function adminApprovesAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await page.getByRole('tab', { name: 'Account Requests' }).click();
  await page.getByRole('button', { name: 'Manage the request of Carla Nguyen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Status', { exact: true }).selectOption({ label: 'Approved' });
  await dialog.getByLabel('Account number').fill('345678901');
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await seeToast(page, 'Account request updated successfully');
}

async function adminCredits(page: Page, amount: string): Promise<void> {
  await page.getByRole('tab', { name: 'User Management' }).click();
  await page.getByRole('button', { name: 'Add Incoming Transaction' }).click();
  const dialog = page.getByRole('dialog');
  await pickUser(dialog, 'Carla Nguyen');
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Description').fill('First deposit');
  await dialog.getByRole('button', { name: 'Add Transaction' }).click();
  await seeToast(page, 'Incoming transaction created successfully');
}

async function adminApprovesTransfer(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Outgoing Pays' }).click();
  await page.getByRole('button', { name: /^Approve .*Carla Nguyen/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve transfer' }).click();
  await seeToast(page, 'Transfer request updated successfully');
}

async function sendMoney(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Send Money' }).first().click();
  await page.getByLabel('Amount', { exact: true }).fill('100');
  expect(await page.getByLabel('Net amount').inputValue()).toBe('98.00');
  await page.getByLabel('Recipient name').fill('Corner Greens');
  await page.getByLabel('Account number').fill('310447825');
  await page.getByLabel('Routing number').fill('021000021');
  await page.getByLabel('Purpose').fill('Grocery box');
  await page.getByRole('button', { name: 'Review Transfer' }).click();
  await page.getByRole('button', { name: 'Confirm and Send' }).click();
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
}

it('a newcomer registers, is credited and approved, and sends money that is proven', async () => {
  await withPage(browser, 'newcomer', (page) =>
    withPage(browser, 'admin', async (adminPage) => {
      await register(page, api.baseUrl, CARLA);
      await verifyEmail(page, mail, CARLA);
      await signInThere(page, api.baseUrl, CARLA.email, CARLA.password);
      await seeBalances(page, { total: '$0.00', available: '$0.00', pending: '$0.00' });
      await applyForChecking(page, CARLA);

      await signInThere(adminPage, api.baseUrl, 'admin@moniker.example', DEMO_PASSWORD);
      await adminApprovesAccount(adminPage);
      await adminCredits(adminPage, '500');

      await page.reload();
      await page.getByText('345678901').waitFor();
      await seeBalances(page, { total: '$500.00', available: '$500.00', pending: '$0.00' });
      await sendMoney(page);
      await seeBalances(page, { total: '$500.00', available: '$400.00', pending: '$100.00' });

      await adminApprovesTransfer(adminPage);
      await page.reload();
      await seeBalances(page, { total: '$400.00', available: '$400.00', pending: '$0.00' });
      const line = page.getByRole('listitem').filter({ hasText: 'Transfer to Corner Greens' });
      await line.filter({ hasText: 'Completed' }).filter({ hasText: '−$100.00' }).waitFor();
      await line.filter({ hasText: 'Fee $2.00' }).filter({ hasText: 'Net $98.00' }).waitFor();
    }),
  );
  const { code } = await runCli(['verify'], { database });
  expect(code).toBe(0);
}, 90_000);
