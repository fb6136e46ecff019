import type { Locator, Page } from 'playwright-core';
import type { DemoBank } from '../harness/index.js';
import { shareSession } from '../web/browser.fixtures.js';

/** Selects a user in a user picker by searching for them. */
export async function pickUser(within: Locator, name: string): Promise<void> {
  await within.getByRole('combobox', { name: 'User' }).fill(name);
  await within.getByRole('option', { name }).click();
}

/** Waits for a toast by its text alone, because an open dialog hides everything else from the accessibility tree. */
export async function seeToastOverDialog(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
}

/** Opens a tab of the admin panel in an admin's session. */
export async function openAdminTab(
  page: Page,
  { api, admin }: Pick<DemoBank, 'api' | 'admin'>,
  tab: string,
): Promise<void> {
  await shareSession(page.context(), admin);
  await page.goto(`${api.baseUrl}/admin?tab=${tab}`);
}

/** Confirms the approval of an account whose customer's identity isn't verified. */
export async function confirmUnverified(dialog: Locator): Promise<void> {
  await dialog.getByRole('checkbox', { name: 'Approve the account anyway' }).check();
}
