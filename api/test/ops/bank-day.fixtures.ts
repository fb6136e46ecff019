import type { Page } from 'playwright-core';
import {
  adminApprovesAccount,
  adminCredits,
  approveShownTransfer,
  sendMoney,
} from '../identity/newcomer.fixtures.js';
import { DEMO_PASSWORD, type MailServer } from '../harness/index.js';
import {
  applyForChecking,
  CARLA,
  register,
  signInOnPage,
  verifyEmail,
  waitForBalances,
} from '../web/bank.fixtures.js';

/** The bank in which the day takes place. */
interface Place {
  readonly url: string;
  readonly mail: MailServer;
  /** Called between the steps. */
  readonly disturb?: () => Promise<void>;
}

/** Plays a customer's and an admin's day, from registration to the approved transfer in the customer's history. */
export async function bankDay(
  page: Page,
  adminPage: Page,
  { url, mail, disturb = () => Promise.resolve() }: Place,
): Promise<void> {
  await register(page, url, CARLA);
  await verifyEmail(page, mail, CARLA);
  await signInOnPage(page, url, CARLA.email, CARLA.password);
  await disturb();
  await applyForChecking(page, CARLA);
  await signInOnPage(adminPage, url, 'admin@moniker.example', DEMO_PASSWORD);
  await disturb();
  await adminApprovesKyc(adminPage);
  await adminApprovesAccount(adminPage);
  await adminCredits(adminPage, '500');
  await disturb();
  await page.reload();
  await waitForBalances(page, { total: '$500.00', available: '$500.00', pending: '$0.00' });
  await sendMoney(page);
  await waitForBalances(page, { total: '$500.00', available: '$400.00', pending: '$100.00' });
  await disturb();
  // Searches for the transfer, because other customers have sent many in the meantime.
  await adminPage.goto(`${url}/admin?tab=outgoing&search=carla`);
  await approveShownTransfer(adminPage);
  await seeHistory(page);
}

async function adminApprovesKyc(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await page.getByRole('tab', { name: 'KYC Applications' }).click();
  await page.getByRole('link', { name: "Review Carla Nguyen's application" }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve Application' }).click();
  await page.getByText('KYC status updated successfully').first().waitFor();
  await page.goto(new URL('/dashboard', page.url()).href);
}

async function seeHistory(page: Page): Promise<void> {
  await page.reload();
  await waitForBalances(page, { total: '$400.00', available: '$400.00', pending: '$0.00' });
  const line = page.getByRole('listitem').filter({ hasText: 'Transfer to Corner Greens' });
  await line.filter({ hasText: 'Completed' }).filter({ hasText: '−$100.00' }).waitFor();
  await page.getByRole('link', { name: 'View All' }).click();
  await page.getByText('Transfer to Corner Greens').first().waitFor();
}
