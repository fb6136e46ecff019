import { expect, it } from '@jest/globals';
import { pickUser, openAdminTab } from './admin.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { setAvailableBalance, summaryOf, userIdOf } from '../payments/money.fixtures.js';
import { withPage, useBank, useBrowser } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

it('completes an incoming payment, shows the new balance in a toast, and explains why a reversal is refused [PAY-5, PAY-6, ADM-3]', async () => {
  const { alice, admin } = bank;
  await setAvailableBalance(admin, alice, 100_000);
  const before = await summaryOf(alice);
  await admin.post('/api/admin/incoming-payments', { userId: await userIdOf(alice), amount: 61.5 });
  await withPage(browser, 'incoming payment', async (page) => {
    await openAdminTab(page, bank, 'incoming');
    await page.getByRole('button', { name: 'Edit $61.50 to Alice Moreno' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Incoming Payment' });
    await dialog.getByLabel('Status').selectOption({ label: 'Completed' });
    await dialog
      .getByLabel('What this does')
      .filter({ hasText: /Alice Moreno\s*\+\$61\.50.*Settlement\s*−\$61\.50/s })
      .waitFor();
    await dialog.getByRole('button', { name: 'Update Payment' }).click();
    const cents = before.totalBalanceCents + 6_150;
    const balance = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    await waitForToast(page, `Payment updated successfully. User balance: $${balance}`);
    expect((await summaryOf(alice)).totalBalanceCents).toBe(cents);

    await setAvailableBalance(admin, alice, 1_000);
    await page.getByRole('button', { name: 'Edit $61.50 to Alice Moreno' }).click();
    await dialog.getByLabel('Status').selectOption({ label: 'Pending' });
    const reason = 'This reversal exceeds the available balance by $51.50';
    await dialog.getByText("You can't make this change.").waitFor();
    await dialog.getByRole('button', { name: 'Update Payment' }).click();
    await dialog.getByRole('alert').getByText(reason).waitFor();
  });
});

it('previews a transaction, creates it and updates its status [PAY-7, PAY-9, PAY-10, ADM-19]', async () => {
  const { alice } = bank;
  const before = await summaryOf(alice);
  await withPage(browser, 'create transaction', async (page) => {
    await openAdminTab(page, bank, 'transactions');
    await page.getByRole('button', { name: 'Create Transaction' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Transaction' });
    const preview = dialog.getByLabel('Preview');
    await preview.getByText(/^tra-[a-z0-9]{9}$/).waitFor();
    const create = dialog.getByRole('button', { name: 'Create Transaction' });
    await create.click();
    await page.getByText('User Required', { exact: true }).waitFor();
    await pickUser(dialog, 'Alice Moreno');
    await create.click();
    await page.getByText('Missing Information', { exact: true }).waitFor();
    await dialog.getByLabel('Amount').fill('12.34');
    await dialog.getByLabel('Description').fill('Goodwill');
    await preview.filter({ hasText: /Alice Moreno.*Goodwill.*\+\$12\.34/s }).waitFor();
    await create.click();
    await waitForToast(page, 'Incoming transaction created successfully');
    expect((await summaryOf(alice)).totalBalanceCents).toBe(before.totalBalanceCents + 1_234);

    await page.getByLabel('Type').selectOption({ label: 'Credits' });
    await page.getByRole('button', { name: 'Update status of $12.34 to Alice Moreno' }).click();
    const update = page.getByRole('dialog', { name: 'Update Transaction Status' });
    const choices = await update.getByLabel('Status').getByRole('option').allTextContents();
    expect(choices).toEqual(['Initiated', 'Pending', 'In review', 'Completed']);
    await update.getByLabel('Status').selectOption({ label: 'In review' });
    await update.getByRole('button', { name: 'Update Status' }).click();
    await waitForToast(page, 'Transaction status updated successfully');
    expect((await summaryOf(alice)).totalBalanceCents).toBe(before.totalBalanceCents);
  });
});
