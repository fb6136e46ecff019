import { it } from '@jest/globals';
import { openAdminTab } from './admin.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { userIdOf } from '../payments/money.fixtures.js';
import { waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';
import { shareSession } from '../web/browser.fixtures.js';

const bank = useBank();
const browser = useBrowser();

it("shows the texts that an admin set on the customer's dashboard [DASH-13]", async () => {
  const { baseUrl } = bank.api;
  await withPage(browser, 'dashboard editor', async (page, context) => {
    await openAdminTab(page, bank, 'users');
    await page.getByRole('button', { name: 'View Alice Moreno' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: /^Open Dashboard Editor/ }).click();
    const editor = await opened;
    await editor.getByLabel('Welcome title').fill('Good to see you, Alice');
    await editor.getByLabel('Balance label').fill('What you have');
    await editor.getByLabel('Quick actions title').fill('');
    const preview = editor.getByLabel('Preview');
    await preview.getByText('Good to see you, Alice').waitFor();
    await preview.getByText('What you have').waitFor();
    await preview.getByText('Quick Actions').waitFor();
    await editor.getByRole('button', { name: 'Save Changes' }).click();
    await waitForToast(editor, 'Dashboard content updated successfully');
    await editor.getByRole('button', { name: 'Back to Admin' }).click();
    await waitFor(() => editor.isClosed(), { what: 'the window to close' });
  });
  await withPage(browser, 'edited dashboard', async (page) => {
    await shareSession(page.context(), bank.alice);
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body.textContent.includes('Welcome back!'))
          document.documentElement.dataset['flash'] = 'yes';
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${baseUrl}/dashboard`);
    await page.getByRole('heading', { name: 'Good to see you, Alice' }).waitFor();
    await page.getByText('What you have').waitFor();
    await page.getByRole('heading', { name: 'Quick Actions' }).first().waitFor();
    await expectSoon(() => page.locator('html').getAttribute('data-flash')).toBeNull();
  });
});

it("opens the editor only for a customer's dashboard [DASH-14]", async () => {
  const { baseUrl } = bank.api;
  await withPage(browser, 'no dashboard', async (page) => {
    await shareSession(page.context(), bank.admin);
    await page.goto(`${baseUrl}/dashboard-edit/${await userIdOf(bank.admin)}`);
    await page.getByText('Customer not found').waitFor();
    await page.getByRole('button', { name: 'Back to Admin' }).click();
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  });
});
