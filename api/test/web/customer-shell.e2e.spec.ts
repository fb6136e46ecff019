import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityViolations, EXTREME_VIEWPORTS } from './axe.fixtures.js';
import { waitForToast, signInOnPage } from './bank.fixtures.js';
import { openSignedIn } from './browser.fixtures.js';
import {
  DEMO_PASSWORD,
  withPage,
  useApi,
  useBrowser,
  useDemoDatabase,
  expectSoon,
} from '../harness/index.js';

const ALICE = 'alice@moniker.example';

const database = useDemoDatabase();
const browser = useBrowser();
const api = useApi({ database });

const signInAlice = (page: Page): Promise<void> => signInOnPage(page, api.baseUrl, ALICE, DEMO_PASSWORD);

async function openDashboard(page: Page): Promise<void> {
  await openSignedIn(page, api.baseUrl, ALICE, '/dashboard');
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
}

describe('signed-in devices', () => {
  it('can be signed out from another browser [AUTH-21]', async () => {
    await withPage(browser, 'other browser', async (otherPage) => {
      await signInAlice(otherPage);
      await withPage(browser, 'own browser', async (ownPage) => {
        await signInAlice(ownPage);
        await ownPage.goto(`${api.baseUrl}/settings`);
        const devices = ownPage.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem');
        await devices.nth(1).waitFor();
        await expectSoon(() => devices.first().innerText()).toMatch(/Chrome on Linux\s+This device/);
        await devices
          .nth(1)
          .getByRole('button', { name: /^Sign out Chrome on Linux/ })
          .click();
        await ownPage.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
        await waitForToast(ownPage, 'Device signed out');
        await ownPage.getByText("You're not signed in anywhere else.").waitFor();
      });
      // The other browser notices the sign-out at its next poll.
      await otherPage.waitForURL(`${api.baseUrl}/auth`, { timeout: 15_000 });
      await otherPage.getByRole('button', { name: 'Sign In' }).waitFor();
    });
  });
});

describe('hidden amounts', () => {
  /** Records each amount that the page shows, even briefly, starting with the first paint. */
  const recordAmounts = `
    window.seen = new Set();
    new MutationObserver(() => {
      for (const text of document.body?.innerText.match(/\\$\\d[\\d,.]*/g) ?? []) window.seen.add(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  `;

  it('appear on no customer screen until the customer shows them again [UI-19]', async () => {
    await withPage(browser, 'hidden amounts', async (page) => {
      await openDashboard(page);
      const balances = page.getByLabel('Balances');
      const visibleText = await balances.innerText();
      expect(visibleText).toMatch(/\$\d/);
      await page.getByRole('button', { name: 'Hide amounts' }).click();
      await expectSoon(() => balances.innerText()).toMatch(/Total Balance\s+••••/);
      await balances.getByText('Amount hidden').first().waitFor();

      await page.addInitScript(recordAmounts);
      for (const [route, text] of [
        ['/dashboard', 'Payments History'],
        ['/analytics', 'Balance History'],
        ['/statements', 'Opening balance'],
        ['/history', 'Download CSV'],
        ['/explain', 'Latest entries'],
        ['/send-money', 'Daily limit'],
      ] as const) {
        await page.goto(api.baseUrl + route);
        await page.getByText(text).first().waitFor();
        await page.getByText('••••').first().waitFor();
        await page.waitForLoadState('networkidle');
        for (const table of await page.getByText('Show as table').all()) await table.click();
        expect([route, await page.evaluate('[...window.seen]')]).toEqual([route, []]);
        expect([route, await page.content()]).not.toEqual([route, expect.stringMatching(/\$\d[\d,]*\.\d\d/)]);
      }
      // The bar for the daily limit is empty, because its width would reveal how much was sent today.
      const barWidths = `[...document.querySelectorAll('main [style*=width]')].map(({ style }) => style.width)`;
      expect(await page.evaluate(barWidths)).toEqual(['0%']);
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByText('arrived from Brightwater Studio').first().waitFor();
      expect(await page.evaluate('[...window.seen]')).toEqual([]);
      await page.keyboard.press('Escape');

      await page.getByLabel('Amount', { exact: true }).fill('999999');
      await expectSoon(() => page.getByLabel('Net amount').inputValue()).toBe('979999.02');
      await page.getByRole('button', { name: 'Review Transfer' }).click();
      await page.getByText('Available balance: Amount hidden').first().waitFor();

      await page.goto(`${api.baseUrl}/dashboard`);
      await page.getByRole('button', { name: 'Show amounts' }).click();
      await expectSoon(() => balances.innerText()).toBe(visibleText);
    });
  });
});

describe('command palette', () => {
  it('finds screens, actions and transactions by keyboard and restores the focus [UI-18]', async () => {
    await withPage(browser, 'command palette', async (page) => {
      await openDashboard(page);
      const opener = page.getByRole('button', { name: 'Search and commands' });
      const focused = page.locator('button[aria-label="Search and commands"]:focus');
      const box = page.getByRole('combobox', { name: 'Search screens, actions and transactions' });
      await opener.focus();
      await page.keyboard.press('Control+k');
      await box.waitFor();
      expect(await accessibilityViolations(page, EXTREME_VIEWPORTS)).toEqual([]);
      expect(await page.getByRole('option', { name: 'Admin Panel' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
      await focused.waitFor();

      await page.keyboard.press('Control+k');
      await page.locator('input[role="combobox"]:focus').waitFor();
      await page.keyboard.type('theme');
      await page.keyboard.press('ArrowDown');
      const active = page.locator('[role="option"][aria-selected="true"]');
      const before = await active.innerText();
      await expectSoon(() => box.getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'));
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expectSoon(() => active.innerText()).toBe(before);
      await box.fill('dark theme');
      await page.keyboard.press('Enter');
      await page.locator('html[data-theme="dark"]').waitFor();
      await focused.waitFor();

      await page.keyboard.press('Control+k');
      await box.fill('no such thing');
      await page.getByText('Nothing matches “no such thing”.').waitFor();
      await box.fill('statem');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Statements' }).waitFor();
      await page.locator('main:focus').waitFor();

      await page.keyboard.press('Control+k');
      const recent = await page.request.get(`${api.baseUrl}/api/transactions/recent`);
      const [newest] = (await recent.json()) as { id: string; description: string }[];
      await box.fill(newest?.description.toUpperCase() ?? 'none');
      await page.getByRole('group', { name: 'Recent transactions' }).getByRole('option').first().click();
      await page.waitForURL(`${api.baseUrl}/dashboard?transaction=${newest?.id}`);
      await page.getByRole('dialog').getByText('What happened').waitFor();
    });
  });

  it('opens Ask for Money, and finds the screens that show scheduled transfers [TRF-161]', async () => {
    await withPage(browser, 'palette with Ask for Money', async (page) => {
      await openDashboard(page);
      await page.getByRole('button', { name: 'Search and commands' }).click();
      const box = page.getByRole('combobox', { name: 'Search screens, actions and transactions' });
      await box.fill('planned');
      const screens = page.getByRole('group', { name: 'Go to' });
      await expectSoon(() => screens.getByRole('option').allInnerTexts()).toEqual([
        'Dashboard',
        'Send Money',
      ]);
      await box.fill('ask for money');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/send-money?ask');
      await page.getByRole('heading', { name: 'Ask for Money' }).waitFor();
    });
  });

  it('offers the admin panel to admins [UI-18]', async () => {
    await withPage(browser, 'palette of an admin', async (page) => {
      await openSignedIn(page, api.baseUrl, 'admin@moniker.example', '/dashboard');
      await page.getByRole('button', { name: 'Search and commands' }).click();
      await page.getByRole('option', { name: 'Admin Panel' }).click();
      await page.waitForURL(`${api.baseUrl}/admin`);
    });
  });
});
