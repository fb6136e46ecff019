import { it } from '@jest/globals';
import { openAdminTab, signInPage } from './admin.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { userIdOf } from '../payments/money.fixtures.js';
import { waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';
import { DEMO_PASSWORD } from '../harness/demo.js';

const bank = useBank();
const browser = useBrowser();

it("shows an admin's texts on the customer's dashboard [DASH-13]", async () => {
  const { baseUrl } = bank.api;
  await withPage(browser, 'dashboard editor', async (page, context) => {
    await signInPage(page, baseUrl, 'admin@moniker.example', DEMO_PASSWORD);
    await openAdminTab(page, baseUrl, 'User Management');
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
    await signInPage(page, baseUrl, 'alice@moniker.example', DEMO_PASSWORD);
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

it('opens the editor for customers only, and to admins only [DASH-14]', async () => {
  const { baseUrl } = bank.api;
  await withPage(browser, 'no dashboard', async (page) => {
    await signInPage(page, baseUrl, 'admin@moniker.example', DEMO_PASSWORD);
    for (const id of [await userIdOf(bank.admin), '0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11', 'nobody']) {
      await page.goto(`${baseUrl}/dashboard-edit/${id}`);
      await page.getByText('There is no such customer').waitFor();
    }
    await page.getByRole('button', { name: 'Back to Admin' }).click();
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  });
  await withPage(browser, 'customer at the editor', async (page) => {
    await signInPage(page, baseUrl, 'bob@moniker.example', DEMO_PASSWORD);
    await page.goto(`${baseUrl}/dashboard-edit/${await userIdOf(bank.bob)}`);
    await waitForToast(page, "You don't have permission to access this page.");
    await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
  });
});
