import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  applyForChecking,
  CARLA,
  register,
  seeBalances,
  signInThere,
  verifyEmail,
} from '../web/bank.given.js';
import { adminApprovesAccount, adminApprovesTransfer, adminCredits, sendMoney } from './newcomer.given.js';
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
} from '../support/index.js';

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
});

afterAll(async () => {
  await browser.close();
  await Promise.all([worker.stop(), api.stop()]);
  await mail.close();
  await database.drop();
});

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
});
