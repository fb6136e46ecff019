import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { query } from '../harness/index.js';
import { overflowingWidths } from './axe.fixtures.js';
import { waitForScreen, useScreenBank } from './screen-checks.fixtures.js';
import { ROUTES, type Route } from './screens.fixtures.js';

const WIDTHS = [390, 1024, 1280];
/** Text without a space at which a line could break. */
const LONG = 'W'.repeat(120);

const screens = useScreenBank();

beforeAll(async () => {
  const { superUrl } = screens.bank.database;
  // Puts `LONG` into every text, shortened to what its field accepts.
  for (const statement of [
    `update ledger_transaction_text set description = 'Transfer to ' || $1, recipient_name = $1, purpose = $1,
       payment_for = $1, from_account = left($1, 34), recipient_account = left($1, 34), admin_notes = $1`,
    `update app_user set first_name = left($1, 100), last_name = left($1, 100),
       email = case when is_admin or email like 'unverified%' then email
         else lower(left($1, 60)) || id || '@' || lower(left($1, 60)) || '.example' end`,
    `update kyc_application set first_name = left($1, 80), last_name = left($1, 80), street = $1, city = left($1, 80),
       company_name = case when company_name is null then null else $1 end, admin_notes = $1 || status`,
    `update account_request set status_message = $1, admin_notes = $1`,
    `update chat_message set message = $1 || message`,
  ])
    await query(superUrl, statement, [LONG]);
});

/** In tables and lists, the buttons whose right edge is outside the viewport. */
const outside = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) =>
    Array.from(main.querySelectorAll('tr button, li button'))
      .filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().right > window.innerWidth,
      )
      .map((element) => element.textContent.slice(0, 40)),
  );

/** Screens of the admin panel, with text that shows that they have loaded. */
const ADMIN_SCREENS: readonly Route[] = [
  ['/admin', 'admin', 'Total Users'],
  ['/admin?tab=outgoing', 'admin', LONG.slice(0, 30)],
  ['/admin?tab=incoming', 'admin', LONG.slice(0, 30)],
  ['/admin?tab=transactions', 'admin', LONG.slice(0, 30)],
  ['/admin?tab=requests', 'admin', LONG.slice(0, 30)],
  ['/admin?tab=kyc', 'admin', LONG.slice(0, 30)],
  ['/admin?tab=chats', 'admin', LONG.slice(0, 30)],
  ['/admin?tab=history', 'admin', 'Chain'],
  ['/admin?tab=history&view=access', 'admin', 'Who viewed which personal data'],
  ['/admin/queue', 'admin', 'waiting, oldest'],
];
const SCREENS = {
  alice: ['/dashboard', '/history', '/explain', '/statements', '/settings', '/contact'].flatMap((path) =>
    ROUTES.filter(([route, who]) => route === path && who === 'alice'),
  ),
  admin: ADMIN_SCREENS,
};

it.each(['alice', 'admin'] as const)(
  "texts of 120 letters without a space don't widen any screen of %s [UI-39, ADM-71]",
  async (who) => {
    const context = await screens.contextOf(who);
    const page = await context.newPage();
    const found: Record<string, unknown> = {};
    await page.goto(screens.bank.api.baseUrl);
    for (const route of SCREENS[who]) {
      // Navigates within the app, which is faster than a new page load.
      await page.evaluate((to) => {
        window.history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, route[0]);
      await waitForScreen(page, route);
      for (const width of WIDTHS) {
        const overflowing = await overflowingWidths(page, [width]);
        const hidden = await outside(page);
        if (overflowing.length > 0 || hidden.length > 0) found[`${route[0]} ${width}`] = hidden;
      }
    }
    await context.close();
    expect(found).toEqual({});
  },
);
