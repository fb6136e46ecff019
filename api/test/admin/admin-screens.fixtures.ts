import type { Page } from 'playwright-core';
import { signInOnPage } from '../web/bank.fixtures.js';
import { DEMO_PASSWORD } from '../support/index.js';

/** Signs in an admin and opens one tab of the admin panel. */
export async function signInToAdminTab(
  page: Page,
  baseUrl: string,
  tab: string,
  email: string,
): Promise<void> {
  await signInOnPage(page, baseUrl, email, DEMO_PASSWORD);
  await page.goto(`${baseUrl}/admin?tab=${tab}`);
}
