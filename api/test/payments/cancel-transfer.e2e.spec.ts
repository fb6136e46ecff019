import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openAdminTab } from '../admin/admin.fixtures.js';
import { openSignedIn } from '../web/browser.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { requestTransfer, setAvailableBalance, summaryOf, userIdOf } from './money.fixtures.js';
import { withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

beforeAll(async () => {
  await setAvailableBalance(bank.admin, bank.alice, 1_000_00);
});

async function openTransfer(page: Page, id: string): Promise<void> {
  await openSignedIn(page, bank.api.baseUrl, 'alice@moniker.example', `/dashboard?transaction=${id}`);
}

const panel = (page: Page) => page.getByRole('dialog').first();
const question = (page: Page) => page.getByRole('dialog', { name: 'Cancel this transfer?' });

it('lets customers cancel a pending transfer after a confirmation, without a fee [DASH-10, TRF-27]', async () => {
  const before = await summaryOf(bank.alice);
  const { body } = await requestTransfer(bank.alice, { amount: 42 });
  await withPage(browser, 'cancel a transfer', async (page) => {
    await openTransfer(page, body.id);
    await page.getByRole('button', { name: 'Cancel Transfer' }).click();
    await question(page).getByText('$42.00 will be back in your available balance').waitFor();
    await question(page).getByRole('button', { name: 'Keep Transfer' }).click();
    await question(page).waitFor({ state: 'hidden' });
    expect((await summaryOf(bank.alice)).pendingBalanceCents).toBe(before.pendingBalanceCents + 42_00);

    await page.getByRole('button', { name: 'Cancel Transfer' }).click();
    await question(page).getByRole('button', { name: 'Cancel Transfer' }).click();
    await waitForToast(page, 'Transfer canceled');
    await panel(page).getByText('You canceled your transfer to Corner Greens.').waitFor();
    const text = await panel(page).innerText();
    expect(text).toMatch(/Fee\s+\$0\.00/);
    expect(text).not.toMatch(/\bNet\b/);
    expect(await page.getByRole('button', { name: 'Cancel Transfer' }).count()).toBe(0);
    expect(await summaryOf(bank.alice)).toEqual(before);
  });
});

it('says why a transfer can no longer be canceled after an admin has decided on it [TRF-27]', async () => {
  const { body } = await requestTransfer(bank.alice, { amount: 43 });
  await withPage(browser, 'cancel too late', async (page) => {
    await openTransfer(page, body.id);
    await page.getByRole('button', { name: 'Cancel Transfer' }).click();
    const decided = await bank.admin.put(`/api/admin/transfer-requests/${body.id}`, { status: 'approved' });
    expect(decided.status).toBe(200);
    await question(page).getByRole('button', { name: 'Cancel Transfer' }).click();
    await waitForToast(page, 'Transfer not canceled');
    await waitForToast(page, 'This transfer can no longer be canceled: it is completed');
    await panel(page).getByText('Completed').first().waitFor();
  });
});

it('shows admins that a cancellation is final [TRF-28]', async () => {
  const { body } = await requestTransfer(bank.alice, { amount: 44 });
  expect((await bank.alice.post(`/api/transfer/${body.id}/cancel`)).status).toBe(200);
  await withPage(browser, 'canceled transfer', async (page) => {
    await openAdminTab(page, bank, 'outgoing');
    await page.getByRole('button', { name: 'Review $44.00 from Alice Moreno' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The customer canceled this transfer, so its status is final.').waitFor();
    await expectSoon(() => dialog.getByLabel('Status').isDisabled()).toBe(true);
  });
});

it('shows why a transfer was declined, above its details [TRF-86]', async () => {
  const { body } = await requestTransfer(bank.alice, { amount: 44 });
  const decision = { status: 'failed', adminNotes: 'No', customerReason: 'We need an invoice.' };
  expect((await bank.admin.put(`/api/admin/transfer-requests/${body.id}`, decision)).status).toBe(200);
  await withPage(browser, 'a declined transfer', async (page) => {
    await openTransfer(page, body.id);
    await panel(page).getByText('Failed').first().waitFor();
    expect(await panel(page).innerText()).toMatch(/Failed[^]*Reason: We need an invoice\.[^]*Fee/);
  });
});

it('shows a fee for a transfer, but not for a credit or a reversed transfer [DASH-10]', async () => {
  const { body: transfer } = await requestTransfer(bank.alice, { amount: 45 });
  const decide = (status: string) =>
    bank.admin.put(`/api/admin/transfer-requests/${transfer.id}`, { status });
  await decide('completed');
  const { body: credit } = await bank.admin.post<{ id: string }>('/api/admin/transactions', {
    ...{ userId: await userIdOf(bank.alice), type: 'credit', amount: 46, description: 'Refund' },
  });
  const amounts = async (page: Page, id: string): Promise<string> => {
    await page.goto(`${bank.api.baseUrl}/dashboard?transaction=${id}`);
    await panel(page).getByText('Balance after').first().waitFor();
    return (await panel(page).innerText()).replace(/Balance after[^]*/, '');
  };
  await withPage(browser, 'fees in details', async (page) => {
    await openTransfer(page, transfer.id);
    expect(await amounts(page, transfer.id)).toMatch(/Fee\s+\$0\.90\s+Recipient gets\s+\$44\.10/);
    expect(await amounts(page, credit.id)).toMatch(/\+\$46\.00(?![^]*(Fee|Net|Recipient gets))/);
    await decide('failed');
    expect(await amounts(page, transfer.id)).toMatch(/−\$45\.00(?![^]*(Fee|Net|Recipient gets))/);
  });
});
