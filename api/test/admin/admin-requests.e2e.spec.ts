import { beforeAll, expect, it } from '@jest/globals';
import { confirmUnverified, openAdminTab, seeToastOverDialog } from './admin.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { newApplicant, newCustomer } from '../kyc/kyc.fixtures.js';
import { requestAccount, userIdOf } from '../payments/money.fixtures.js';
import { withPage, use, useBank, useBrowser, expectSoon } from '../harness/index.js';
import { loseAnswer } from '../web/browser.fixtures.js';

const bank = useBank();
const browser = useBrowser();
const customer = use(() => newCustomer(bank.api.baseUrl, bank.database));

beforeAll(async () => {
  await requestAccount(bank.database, await userIdOf(customer));
});

interface Summary {
  accountRequest: { status: string; accountNumber: string; routingNumber: string; statusMessage: string };
}

it('assigns an account number when an account request is approved [ACC-3, ACC-4, ACC-5, ACC-15, ADM-3, ADM-19]', async () => {
  await withPage(browser, 'account request', async (page) => {
    await openAdminTab(page, bank, 'requests');
    await page.getByLabel('Status', { exact: true }).selectOption('pending');
    await page.getByText('1 of 1').waitFor();
    await page.reload();
    await page.getByRole('button', { name: "Manage Grace Hopper's request" }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage Account Request' });
    await dialog.getByLabel('Status', { exact: true }).selectOption('approved');
    await dialog.getByLabel('Account number').fill('482915306');
    await dialog.getByLabel('Status message').fill('Welcome aboard');
    await dialog.getByText("This customer's identity isn't verified").waitFor();
    await dialog.getByText('With an account number, the customer can send money.').waitFor();
    await expectSoon(() => dialog.getByRole('button', { name: 'Update Request' }).isDisabled()).toBe(true);
    await confirmUnverified(dialog);
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await seeToastOverDialog(page, 'Failed to update account request');
    await dialog.getByText('This account number is already in use').waitFor();

    await dialog.getByLabel('Account number').fill('');
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await waitForToast(page, 'Account request updated successfully');
    await page.getByText('No account requests match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();

    const { accountRequest } = (await customer.get<Summary>('/api/account/summary')).body;
    expect(accountRequest).toMatchObject({
      status: 'approved',
      routingNumber: '021000021',
      statusMessage: 'Welcome aboard',
    });
    expect(accountRequest.accountNumber).toMatch(/^[1-9]\d{8}$/);
    await page.getByRole('cell', { name: accountRequest.accountNumber }).waitFor();

    const row = page.getByRole('row', { name: accountRequest.accountNumber });
    await row.getByRole('button', { name: "Manage Grace Hopper's request" }).click();
    await dialog.getByText('First approved').waitFor();
    expect(await dialog.getByLabel('Account number').isEditable()).toBe(false);
    const status = dialog.getByLabel('Status', { exact: true });
    await status.selectOption('rejected');
    await dialog.getByText("The account number stops working, and the customer can't send money.").waitFor();
    await dialog.getByText("We'll show this on the customer's dashboard and email it to them.").waitFor();
    await status.selectOption('approved');
    await dialog.getByText("We'll show this on the customer's dashboard.").waitFor();
    await dialog.getByLabel('Status message').fill('Have fun');
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});

it('repeats an approval with the same key if its response was lost [ADM-42]', async () => {
  const other = await newCustomer(bank.api.baseUrl, bank.database);
  await requestAccount(bank.database, await userIdOf(other));
  await withPage(browser, 'approval without an answer', async (page) => {
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') keys.push(request.headers()['idempotency-key']);
    });
    await openAdminTab(page, bank, 'requests');
    await page.getByLabel('Status', { exact: true }).selectOption('pending');
    await page.getByText('1 of 1').waitFor();
    await page.getByRole('button', { name: "Manage Grace Hopper's request" }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage Account Request' });
    await dialog.getByLabel('Status', { exact: true }).selectOption('approved');
    await confirmUnverified(dialog);
    await loseAnswer(page, '**/api/admin/account-requests/*');
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await waitForToast(page, "We didn't get a response.");
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await waitForToast(page, 'Account request updated successfully');
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });
});

it("says that a customer whose KYC application was rejected can't send money, even with a number [ACC-3, TRF-12]", async () => {
  const { client, id } = await newApplicant(bank);
  expect((await bank.admin.put(`/api/admin/kyc/${id}/reject`, { notes: 'Unreadable' })).status).toBe(200);
  const { email } = (await client.get<{ email: string }>('/api/auth/user')).body;
  await withPage(browser, 'request after a rejection', async (page) => {
    await openAdminTab(page, bank, 'requests');
    await page.getByLabel('Search account requests').fill(email);
    await page.getByText('1 of 1').waitFor();
    await page.getByRole('button', { name: "Manage Grace Hopper's request" }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage Account Request' });
    await dialog.getByLabel('Status', { exact: true }).selectOption('approved');
    await dialog.getByText("gets an account number, but can't send money until we approve").waitFor();
  });
});
