import type { Page } from 'playwright-core';
import { openSignedIn } from '../web/browser.fixtures.js';

/** Opens one tab of the admin panel, signed in as an admin of the demo. */
export const openAdminTab = (page: Page, baseUrl: string, tab: string, email: string): Promise<void> =>
  openSignedIn(page, baseUrl, email, `/admin?tab=${tab}`);
