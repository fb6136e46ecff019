import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openSignedIn, stopClock } from './browser.fixtures.js';
import { waitFor, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

/** Longer than the pause after which a search is applied. */
const PAUSE_MS = 500;

const bank = useBank();
const browser = useBrowser();

const addressOf = (page: Page): Record<string, string> =>
  Object.fromEntries(new URL(page.url()).searchParams);

/** Opens a list as a demo user and stops the clock, so a typed search is not applied yet. */
function onList(
  path: string,
  email: string,
  ready: (page: Page) => Promise<unknown>,
  scenario: (page: Page) => Promise<void>,
): Promise<void> {
  return withPage(browser, `list ${path}`, async (page) => {
    await page.clock.install();
    await openSignedIn(page, bank.api.baseUrl, email, path);
    await ready(page);
    await stopClock(page);
    await scenario(page);
  });
}

const ALICE = 'alice@moniker.example';
const ADA = 'admin@moniker.example';

describe('a search just typed on the history page', () => {
  const ready = (page: Page): Promise<void> => page.getByText(/^Showing/).waitFor();

  it('is applied without undoing the filters chosen right after it [UI-31]', async () => {
    await onList('/history', ALICE, ready, async (page) => {
      await page.getByLabel('Search payments').fill('corner');
      await page.getByLabel('Status').selectOption('completed');
      await page.getByLabel('Category').selectOption('food');
      await page.clock.runFor(PAUSE_MS);
      expect(addressOf(page)).toEqual({ search: 'corner', status: 'completed', category: 'food' });
    });
  });

  it('is applied without closing a payment opened right after it [UI-31]', async () => {
    await onList('/history', ALICE, ready, async (page) => {
      await page.getByLabel('Search payments').fill('corner');
      await page.getByRole('list', { name: 'Payments' }).getByRole('link').first().click();
      await page.waitForURL('**/history?transaction=*');
      await page.clock.runFor(PAUSE_MS);
      expect(addressOf(page)).toEqual({ transaction: expect.any(String), search: 'corner' });
    });
  });
});

describe('a search just typed in an admin list', () => {
  const ready = (page: Page): Promise<void> =>
    page.getByRole('tabpanel').getByRole('status').first().waitFor();

  it('is applied without undoing a filter chosen right after it [UI-31]', async () => {
    await onList('/admin?tab=users', ADA, ready, async (page) => {
      await page.getByLabel('Search users').fill('alice');
      await page.getByLabel('KYC status').selectOption('approved');
      await page.clock.runFor(PAUSE_MS);
      expect(addressOf(page)).toEqual({ tab: 'users', kycStatus: 'approved', search: 'alice' });
    });
  });

  it('is dropped when the user opens another tab, and that tab stays open [UI-31]', async () => {
    await onList('/admin?tab=users', ADA, ready, async (page) => {
      await page.getByLabel('Search users').fill('alice');
      await page.getByRole('tab', { name: 'KYC Applications' }).click();
      // Runs the clock repeatedly, because the tab loads on demand and React delays such content.
      const shown = async (): Promise<boolean> => {
        await page.clock.runFor(PAUSE_MS);
        return page.getByLabel('Search KYC applications').isVisible();
      };
      await waitFor(shown, { what: 'the other tab' });
      expect(addressOf(page)).toEqual({ tab: 'kyc' });
    });
  });

  it('is dropped when the filters are cleared, and the filters stay cleared [UI-31]', async () => {
    // Nobody matches these filters, because an account requires an identity check.
    const address = '/admin?tab=users&kycStatus=none&hasAccount=true';
    const clear = (page: Page) => page.getByRole('button', { name: 'Clear filters' });
    await onList(
      address,
      ADA,
      (page) => clear(page).waitFor(),
      async (page) => {
        await page.getByLabel('Search users').fill('bob');
        await clear(page).click();
        await page.clock.runFor(PAUSE_MS);
        expect(addressOf(page)).toEqual({ tab: 'users' });
        await expectSoon(() => page.getByLabel('Search users').inputValue()).toBe('');
      },
    );
  });
});
