import type { Locator, Page } from 'playwright-core';

/** Selects a user in a user picker by searching for them. */
export async function pickUser(within: Locator, name: string): Promise<void> {
  await within.getByRole('combobox', { name: 'User' }).fill(name);
  await within.getByRole('option', { name }).click();
}

/** Waits for a toast while a dialog is open. The dialog hides everything else from the accessibility tree. */
export async function seeToastOverDialog(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
}

/** Opens a tab of the admin panel. */
export async function openAdminTab(page: Page, baseUrl: string, label: string): Promise<void> {
  if (!page.url().includes('/admin')) await page.goto(`${baseUrl}/admin`);
  await page.getByRole('tab', { name: label }).click();
  await page.getByRole('region', { name: label }).waitFor();
}

/** Signs in a browser through the API. */
export async function signInPage(
  page: Page,
  baseUrl: string,
  email: string,
  password: string,
): Promise<void> {
  const response = await page.request.post(`${baseUrl}/api/auth/login`, {
    data: { email, password },
    headers: { origin: baseUrl },
  });
  if (response.status() !== 200) throw new Error(`login of ${email}: ${response.status()}`);
}

/** Confirms that an account is approved although the identity of its customer is not verified. */
export async function confirmUnverified(dialog: Locator): Promise<void> {
  await dialog.getByRole('checkbox', { name: 'Approve the account anyway' }).check();
}
