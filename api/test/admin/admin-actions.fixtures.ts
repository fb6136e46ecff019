import type { Locator, Page } from 'playwright-core';
import { confirmUnverified, pickUser } from './admin.fixtures.js';

/** An admin's action on a screen, up to the click that sends it. */
export interface AdminAction {
  readonly name: string;
  /** The screen on which the action starts. */
  readonly path: string;
  /** The toast's text if the server sends no message (ADM-20). */
  readonly failure: string;
  /** Fills in the form and returns the button that submits it. */
  prepare(page: Page): Promise<Locator>;
}

const firstButton = (page: Page, name: RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

const inDialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name });

const review = (page: Page, lastName: string): Promise<void> =>
  page.getByRole('link', { name: `Review Ada ${lastName}'s application` }).click();

const CREATE_TRANSACTION = 'Failed to create transaction';

/**
 * Actions whose failure the admin panel reports in its own words (ADM-20). They need the demo users, two applicants
 * and a chat message from Bob.
 */
export const ACTIONS: readonly AdminAction[] = [
  {
    name: 'approving an account request',
    path: '/admin?tab=requests',
    failure: 'Failed to update account request',
    prepare: async (page) => {
      await firstButton(page, /^Manage .*'s request$/);
      await page.getByRole('dialog').getByLabel('Status', { exact: true }).selectOption('approved');
      await confirmUnverified(page.getByRole('dialog'));
      return inDialog(page, 'Update Request');
    },
  },
  {
    name: 'editing a balance',
    path: '/admin',
    failure: 'Failed to update user balance',
    prepare: async (page) => {
      await firstButton(page, /^View Alice/);
      await page.getByLabel('New total balance').fill('9000');
      await page.getByLabel('Reason').fill('Refund of a fee');
      return inDialog(page, 'Update Balance');
    },
  },
  {
    name: 'deleting a user',
    path: '/admin',
    failure: 'Failed to delete user',
    prepare: async (page) => {
      await firstButton(page, /^View Bob/);
      await page.getByRole('button', { name: 'Delete User' }).click();
      return page.getByRole('dialog', { name: /^Delete / }).getByRole('button', { name: 'Delete User' });
    },
  },
  {
    name: 'approving a transfer from the list',
    path: '/admin?tab=outgoing&status=pending',
    failure: 'Failed to update transfer request',
    prepare: async (page) => {
      await firstButton(page, /^Approve \$/);
      return inDialog(page, 'Approve transfer');
    },
  },
  {
    name: 'rejecting a transfer from the list',
    path: '/admin?tab=outgoing&status=pending',
    failure: 'Failed to update transfer request',
    prepare: async (page) => {
      await firstButton(page, /^Reject \$/);
      await page.getByRole('dialog').getByLabel('Reason').fill('Looks odd');
      return inDialog(page, 'Reject transfer');
    },
  },
  {
    name: 'creating an incoming payment',
    path: '/admin?tab=incoming',
    failure: 'Failed to create incoming payment',
    prepare: async (page) => {
      await firstButton(page, /^Create Incoming Payment$/);
      const dialog = page.getByRole('dialog');
      await pickUser(dialog, 'Alice Moreno');
      await dialog.getByLabel('Amount').fill('5');
      await dialog.getByLabel('Admin notes').fill('Announced by phone');
      return inDialog(page, 'Create Payment');
    },
  },
  {
    name: 'editing an incoming payment',
    path: '/admin?tab=incoming',
    failure: 'Failed to update incoming payment',
    prepare: async (page) => {
      await firstButton(page, /^Edit \$/);
      await page.getByRole('dialog').getByLabel('Date').fill('2026-01-05T12:00');
      return inDialog(page, 'Update Payment');
    },
  },
  {
    name: 'sending a test email',
    path: '/admin?tab=mail',
    failure: 'Failed to send test email. Check email service configuration.',
    prepare: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('probe@mail.example');
      await page.getByLabel('First name').fill('Robin');
      return page.getByRole('button', { name: 'Send Test Email' });
    },
  },
  {
    name: 'saving dashboard texts',
    path: '/dashboard-edit/{alice}',
    failure: 'Failed to update dashboard content',
    prepare: async (page) => {
      await page.getByLabel('Welcome title').fill('Good morning');
      return page.getByRole('button', { name: 'Save Changes' });
    },
  },
  {
    name: 'approving an application',
    path: '/admin?tab=kyc',
    failure: 'Failed to update KYC status',
    prepare: async (page) => {
      await review(page, 'Pendleton');
      await page.getByRole('button', { name: 'Approve' }).click();
      return inDialog(page, 'Approve Application');
    },
  },
  {
    name: 'resetting a rejected application',
    path: '/admin?tab=kyc',
    failure: 'Failed to reset KYC status',
    prepare: async (page) => {
      await review(page, 'Rejewski');
      return page.getByRole('button', { name: 'Reset to Pending' });
    },
  },
  {
    name: 'creating a transaction from its preview',
    path: '/admin?tab=transactions',
    failure: CREATE_TRANSACTION,
    prepare: async (page) => {
      await firstButton(page, /^Create Transaction$/);
      await fillInCredit(page);
      return inDialog(page, 'Create Transaction');
    },
  },
  {
    name: 'adding an incoming transaction',
    path: '/admin',
    failure: CREATE_TRANSACTION,
    prepare: async (page) => {
      await firstButton(page, /^Add Incoming Transaction$/);
      await fillInCredit(page);
      return inDialog(page, 'Add Transaction');
    },
  },
  {
    name: 'updating the status of a transaction',
    path: '/admin?tab=transactions&kind=credit',
    failure: 'Failed to update transaction status',
    prepare: async (page) => {
      await firstButton(page, /^Update status of \$/);
      return inDialog(page, 'Update Status');
    },
  },
  {
    name: 'answering a customer',
    path: '/admin?tab=chats&chat={bob}',
    failure: 'Failed to send reply',
    prepare: async (page) => {
      await page.getByLabel('Reply').fill('  It arrived.  ');
      return page.getByRole('button', { name: 'Send', exact: true });
    },
  },
];

async function fillInCredit(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await pickUser(dialog, 'Alice Moreno');
  await dialog.getByLabel('Amount').fill('5');
  await dialog.getByLabel('Description').fill('Goodwill');
  await dialog.getByLabel('Category').selectOption('other');
}
