import type { Page } from 'playwright-core';
import { pickUser } from '../admin/admin.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { expectSoon } from '../harness/index.js';

/** Approves Carla's account request and assigns an account number. */
export async function adminApprovesAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await page.getByRole('tab', { name: 'Account Requests' }).click();
  await page.getByRole('button', { name: "Manage Carla Nguyen's request" }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Status', { exact: true }).selectOption({ label: 'Approved' });
  await dialog.getByLabel('Account number').fill('345678901');
  // The dialog shows this checkbox only if the identity is not verified.
  const anyway = dialog.getByRole('checkbox', { name: 'Approve the account anyway' });
  if ((await anyway.count()) > 0) await anyway.check();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await waitForToast(page, 'Account request updated successfully');
}

/** Credits Carla. */
export async function adminCredits(page: Page, amount: string): Promise<void> {
  await page.getByRole('tab', { name: 'User Management' }).click();
  await page.getByRole('button', { name: 'Add Incoming Transaction' }).click();
  const dialog = page.getByRole('dialog');
  await pickUser(dialog, 'Carla Nguyen');
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Description').fill('First deposit');
  await dialog.getByRole('button', { name: 'Add Transaction' }).click();
  await waitForToast(page, 'Incoming transaction created successfully');
}

/** Approves Carla's transfer from the admin panel. */
export async function adminApprovesTransfer(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Outgoing Pays' }).click();
  await approveShownTransfer(page);
}

/** Approves Carla's transfer in the list that is already open. */
export async function approveShownTransfer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Approve .*Carla Nguyen/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve transfer' }).click();
  await waitForToast(page, 'Transfer request updated successfully');
}

/** Sends $100; the recipient gets $98. Ends on the dashboard. */
export async function sendMoney(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Send Money' }).first().click();
  await page.getByLabel('Amount', { exact: true }).fill('100');
  await expectSoon(() => page.getByLabel('Net amount').inputValue()).toBe('98.00');
  await page.getByLabel('Recipient name').fill('Corner Greens');
  await page.getByLabel('Account number').fill('310447825');
  await page.getByLabel('Routing number').fill('021000021');
  await page.getByLabel('Purpose').fill('Grocery box');
  await page.getByRole('button', { name: 'Review Transfer' }).click();
  await page.getByRole('button', { name: 'Confirm and Send' }).click();
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
}
