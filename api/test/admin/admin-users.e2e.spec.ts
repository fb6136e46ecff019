import { expect, it } from '@jest/globals';
import { openAdminTab, pickUser, seeToastOverDialog } from './admin.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { setAvailableBalance, summaryOf, userIdOf } from '../payments/money.fixtures.js';
import { waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';
import { openSignedIn, shareSession } from '../web/browser.fixtures.js';

const bank = useBank();
const browser = useBrowser();

it('shows the entries that a balance edit will create, then edits the balance [ACC-8, ADM-8, ADM-9, ADM-19]', async () => {
  await setAvailableBalance(bank.admin, bank.bob, 10_000);
  const before = (await summaryOf(bank.bob)).totalBalanceCents;
  await withPage(browser, 'balance edit', async (page) => {
    await openAdminTab(page, bank, 'users');
    await page.getByLabel('Search users').fill('bob@');
    await page.getByText('1 of 1').waitFor();
    await page.getByRole('button', { name: 'View Bob Lindqvist' }).click();
    const dialog = page.getByRole('dialog', { name: 'User Details' });
    await dialog.getByRole('button', { name: 'Update Balance' }).click();
    await dialog.getByLabel('New total balance').fill('10000000.01');
    await dialog.getByRole('button', { name: 'Update Balance' }).click();
    await dialog.getByText('Enter a balance up to $10,000,000.00').waitFor();
    await dialog.getByLabel('New total balance').fill(((before + 2_550) / 100).toFixed(2));
    const entries = dialog.getByRole('table', { name: 'Entries this will create' });
    await entries.getByRole('row', { name: /Bob Lindqvist.*→.*\+\$25\.50/ }).waitFor();
    await entries.getByRole('row', { name: /Adjustments.*−\$25\.50/ }).waitFor();
    await dialog.getByRole('button', { name: 'Update Balance' }).click();
    await dialog.getByText('Add a reason').waitFor();
    expect((await summaryOf(bank.bob)).totalBalanceCents).toBe(before);
    await dialog.getByLabel('Reason').fill('Refund of a fee');
    await dialog.getByRole('button', { name: 'Update Balance' }).click();
    await seeToastOverDialog(page, 'User balance updated successfully');
  });
  expect((await summaryOf(bank.bob)).totalBalanceCents).toBe(before + 2_550);
});

it('marks a frozen customer in the list and the details [ADM-8, ADM-60, ADM-61]', async () => {
  await withPage(browser, 'freeze', async (page) => {
    await openAdminTab(page, bank, 'users');
    const row = page.getByRole('row', { name: /Bob Lindqvist/ });
    const details = page.getByRole('dialog', { name: 'User Details' });
    await row.getByRole('button', { name: 'View Bob Lindqvist' }).click();
    await details.getByRole('button', { name: 'Freeze Account' }).click();
    await page
      .getByRole('dialog', { name: 'Freeze Bob Lindqvist' })
      .getByRole('button', { name: 'Freeze Account' })
      .click();
    await waitForToast(page, 'Account frozen');
    await details.getByText('Frozen', { exact: true }).waitFor();
    await details.getByRole('button', { name: 'Unfreeze Account' }).waitFor();
    await details.getByRole('button', { name: 'Close' }).click();
    await row.getByText('Frozen', { exact: true }).waitFor();

    await row.getByRole('button', { name: 'View Bob Lindqvist' }).click();
    await details.getByRole('button', { name: 'Unfreeze Account' }).click();
    await page
      .getByRole('dialog', { name: 'Unfreeze Bob Lindqvist' })
      .getByRole('button', { name: 'Unfreeze Account' })
      .click();
    await waitForToast(page, 'Account unfrozen');
    await details.getByRole('button', { name: 'Close' }).click();
    await row.getByText('Frozen', { exact: true }).waitFor({ state: 'detached' });
  });
});

it("tells customers on every screen that their account is frozen, and on Send Money why they can't pay [ADM-60]", async () => {
  // Look up the id first, because the freeze ends Alice's session.
  const aliceId = await userIdOf(bank.alice);
  const setFrozen = async (path: string, body: object): Promise<void> => {
    expect((await bank.admin.post(`/api/admin/users/${aliceId}/${path}`, body)).status).toBe(200);
  };
  await setFrozen('freeze', { reason: 'other', allowsSignIn: true });
  await withPage(browser, 'frozen customer', async (page) => {
    await openSignedIn(page, bank.api.baseUrl, 'alice@moniker.example', '/dashboard');
    const support = page.getByRole('link', { name: 'Contact Support' });
    const banner = page.getByRole('status').filter({ has: support });
    await banner.getByText('Your account is frozen. Please contact support.').waitFor();
    const main = page.getByRole('main');
    expect((await banner.boundingBox())?.y).toBeLessThan((await main.boundingBox())?.y ?? 0);
    await page.getByRole('link', { name: 'Send Money', exact: true }).first().click();
    await main.getByRole('link', { name: 'Contact Support' }).waitFor();
    await main.getByText("You can't send or ask for money until").waitFor();
    expect(await page.getByText('checking account number').count()).toBe(0);
    await banner.getByRole('link').click();
    await page.waitForURL('**/contact');
    await banner.waitFor();
  });
  await setFrozen('unfreeze', { reason: 'resolved' });
});

it('deletes a user [ADM-3, ADM-8, ADM-10, ADM-11, ADM-19]', async () => {
  const client = await newCustomer(bank.api.baseUrl, bank.database);
  const { email } = (await client.get<{ email: string }>('/api/auth/user')).body;
  await setAvailableBalance(bank.admin, client, 4_200);
  await withPage(browser, 'user deletion', async (page) => {
    await shareSession(page.context(), bank.admin);
    await page.goto(`${bank.api.baseUrl}/admin?search=${encodeURIComponent(email)}`);
    await page.getByRole('button', { name: 'View Grace Hopper' }).click();
    await page.getByRole('button', { name: 'Delete User' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Grace Hopper' });
    await question
      .getByText('Are you sure you want to delete this user? This action cannot be undone.')
      .waitFor();
    await question.getByText('$42.00 will go to unclaimed money').waitFor();
    await question.getByRole('button', { name: 'Delete User' }).click();
    await waitForToast(page, 'User deleted successfully');
    await page.getByText('No users found matching your search').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'View Ada Okafor' }).click();
    await page.getByRole('dialog', { name: 'User Details' }).getByText('admin@moniker.example').waitFor();
    expect(await page.getByRole('button', { name: 'Delete User' }).count()).toBe(0);
  });
  expect((await client.get('/api/auth/user')).status).toBe(401);
});

it('picks a user by keyboard alone, even on a narrow screen [UI-17]', async () => {
  await withPage(
    browser,
    'user picker',
    async (page) => {
      await openAdminTab(page, bank, 'users');
      await page.getByRole('button', { name: 'Add Incoming Transaction' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Incoming Transaction' });
      const picker = dialog.getByRole('combobox', { name: 'User' });
      await picker.fill('alice@');
      const found = dialog.getByRole('listbox', { name: 'Users' }).getByRole('option');
      await waitFor(async () => (await found.count()) === 1, { what: 'only Alice to be found' });
      await page.keyboard.press('Enter');
      await expectSoon(() => picker.inputValue()).toBe('Alice Moreno, alice@moniker.example');
      await page.keyboard.press('ArrowDown');
      await dialog.getByRole('option', { name: /Bob Lindqvist/ }).waitFor();
      await page.keyboard.press('Escape');
      await expectSoon(() => picker.getAttribute('aria-expanded')).toBe('false');
      await pickUser(dialog, 'Bob Lindqvist');
      await expectSoon(() => picker.inputValue()).toBe('Bob Lindqvist, bob@moniker.example');
    },
    { viewport: { width: 360, height: 740 } },
  );
});
