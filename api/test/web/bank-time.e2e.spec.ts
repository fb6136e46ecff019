import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { openSignedIn, pointAtTime } from './browser.fixtures.js';
import { bankTimeText } from '../payments/history.fixtures.js';
import { requestTransfer } from '../payments/money.fixtures.js';
import { withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const ADA = 'admin@moniker.example';
const ALICE = 'alice@moniker.example';
const IN_TOKYO = { timezoneId: 'Asia/Tokyo' };
const AT_BANK = { timezoneId: 'America/New_York' };

const bank = useBank();
const browser = useBrowser();

const localNote = (time: string): string => `Your time: ${bankTimeText(time, IN_TOKYO.timezoneId)}`;

/** The elements that show a time, found by its value. */
const timesOf = (page: Page | Locator, value: string): Locator => page.locator(`time[datetime="${value}"]`);

const tooltipOf = (time: Locator): Locator => time.locator('[popover]');

async function newestIncoming(): Promise<string> {
  const { body } = await bank.admin.get<{ items: { created_at: string }[] }>('/api/admin/incoming-payments');
  return body.items[0]?.created_at ?? '';
}

describe('an admin in another time zone', () => {
  it("sees times in the bank's time zone, with the local times in tooltips [UI-29]", async () => {
    const created = await newestIncoming();
    const scenario = async (page: Page): Promise<void> => {
      await openSignedIn(page, bank.api.baseUrl, ADA, '/admin?tab=incoming');
      const time = timesOf(page, created).first();
      await time.filter({ hasText: bankTimeText(created) }).waitFor();
      expect(await tooltipOf(time).count()).toBe(0);
      await expectSoon(async () => (await pointAtTime(time)).innerText()).toBe(localNote(created));
      await page.mouse.move(0, 0);
      await tooltipOf(time).waitFor({ state: 'detached' });
      await time.focus();
      await expectSoon(() => tooltipOf(time).innerText()).toBe(localNote(created));
      await page.keyboard.press('Escape');
      await tooltipOf(time).waitFor({ state: 'detached' });
      expect(await time.ariaSnapshot()).toContain(localNote(created));
    };
    await withPage(browser, 'admin times', scenario, IN_TOKYO);
  });

  it("edits the date of a payment in the bank's time zone [ADM-29]", async () => {
    const created = await newestIncoming();
    const scenario = async (page: Page): Promise<void> => {
      await openSignedIn(page, bank.api.baseUrl, ADA, '/admin?tab=incoming');
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Edit Incoming Payment' });
      const date = dialog.getByLabel('Date');
      const clock = new Date(created).toLocaleString('sv-SE', { timeZone: AT_BANK.timezoneId });
      await expectSoon(() => date.inputValue()).toBe(clock.slice(0, 16).replace(' ', 'T'));
      await dialog.getByText('In New York time (E').waitFor();
      await date.fill('2026-01-05T12:00');
      await dialog.getByText(`In New York time (EST). ${localNote('2026-01-05T17:00:00Z')}`).waitFor();
      await dialog
        .getByText(
          'The date changes. The status stays the same. No money moves. If the policy requires it, another admin has to approve this first.',
        )
        .waitFor();
      await dialog.getByRole('button', { name: 'Update Payment' }).click();
      await timesOf(page, '2026-01-05T17:00:00.000Z')
        .filter({ hasText: 'Jan 5, 2026, 12:00 PM EST' })
        .waitFor();
    };
    await withPage(browser, 'edit a date', scenario, IN_TOKYO);
  });

  it('sees how long a transfer has been waiting for a decision [UI-30]', async () => {
    const { id, createdAt } = (await requestTransfer(bank.alice, { amount: 7.31 })).body;
    const scenario = async (page: Page): Promise<void> => {
      await openSignedIn(page, bank.api.baseUrl, ADA, `/admin?tab=outgoing&search=${id}`);
      const row = page.getByRole('row').filter({ has: timesOf(page, createdAt) });
      await row.getByText(/^(just now|\d+ minutes? ago)$/).waitFor();
    };
    await withPage(browser, 'waiting transfer', scenario, IN_TOKYO);
  });
});

describe('a customer', () => {
  it("sees a payment's times in the bank's time zone, with the local times in tooltips [UI-29]", async () => {
    const { id, createdAt } = (await requestTransfer(bank.alice, { amount: 7.32 })).body;
    const scenario = async (page: Page): Promise<void> => {
      await openSignedIn(page, bank.api.baseUrl, ALICE, `/history?transaction=${id}`);
      const panel = page.getByRole('dialog');
      const [time, step] = [timesOf(panel, createdAt).first(), timesOf(panel, createdAt).nth(1)];
      for (const shown of [time, step]) await shown.filter({ hasText: bankTimeText(createdAt) }).waitFor();
      await time.focus();
      await expectSoon(() => tooltipOf(time).innerText()).toBe(localNote(createdAt));
      // Escape closes the tooltip first, and only then the panel.
      await page.keyboard.press('Escape');
      await tooltipOf(time).waitFor({ state: 'detached' });
      await panel.waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden' });
      await timesOf(page.getByRole('list', { name: 'Payments' }), createdAt)
        .filter({ hasText: bankTimeText(createdAt) })
        .waitFor();
    };
    await withPage(browser, 'customer times', scenario, IN_TOKYO);
  });

  it('whose clock shows the bank’s time gets no tooltip and no tab stop [UI-29]', async () => {
    const { id, createdAt } = (await requestTransfer(bank.alice, { amount: 7.33 })).body;
    const scenario = async (page: Page): Promise<void> => {
      await openSignedIn(page, bank.api.baseUrl, ALICE, `/history?transaction=${id}`);
      const panel = page.getByRole('dialog');
      await timesOf(panel, createdAt).first().getByText(bankTimeText(createdAt), { exact: true }).waitFor();
      expect(await page.locator('time[tabindex]').count()).toBe(0);
    };
    await withPage(browser, 'bank clock', scenario, AT_BANK);
  });

  it('sees how long ago a notification arrived and how long ago another device was active, with the bank’s time in a tooltip [UI-30]', async () => {
    const { body } = await bank.alice.get<{ items: { at: string }[] }>('/api/notifications');
    const at = body.items[0]?.at ?? '';
    const scenario = async (page: Page): Promise<void> => {
      await openSignedIn(page, bank.api.baseUrl, ALICE, '/settings');
      await page
        .getByText(/^Last active (just now|\d+ minutes? ago)/)
        .first()
        .waitFor();
      await page.getByRole('button', { name: /^Notifications/ }).click();
      const time = timesOf(page, at).first();
      await time.filter({ hasText: /^(just now|\d+ (minute|hour|day)s? ago)$/ }).waitFor();
      await expectSoon(async () => (await pointAtTime(time)).innerText()).toBe(
        `${bankTimeText(at)}\n${localNote(at)}`,
      );
    };
    await withPage(browser, 'notification times', scenario, IN_TOKYO);
  });
});
