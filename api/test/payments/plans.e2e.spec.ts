import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addDays, bankDayOf } from '../../src/platform/time/bank-day.js';
import { expectSoon, query, useBank, useBrowser, withPage } from '../harness/index.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { button, field, heading, shareSession } from '../web/browser.fixtures.js';

const bank = useBank();
const browser = useBrowser();

const tomorrow = (): string => addDays(bankDayOf(new Date(), 'America/New_York'), 1);
const formatted = (day: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
const weekday = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Expects the focus to be on the button that opened the dialog. */
const expectManageFocused = (page: Page): Promise<void> =>
  expectSoon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
    /^Manage transfer to/,
  );

const change = async (
  page: Page,
  label: string,
  toast: string,
  recipient = 'Corner Greens',
): Promise<void> => {
  await button(page, `Manage transfer to ${recipient}`).click();
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
  const question = page.getByRole('dialog', { name: /\?$/ });
  const confirm = label === 'End' ? 'End Transfer' : label;
  await question.getByRole('button', { name: confirm, exact: true }).click();
  await waitForToast(page, toast);
};

const setFrozen = (isFrozen: boolean) =>
  query(
    bank.database.superUrl,
    `update app_user set frozen_at = ${isFrozen ? 'now()' : 'null'} where moniker = 'alice'`,
  );

const keepInsteadOfEnding = async (page: Page, recipient: string, text: string): Promise<void> => {
  await button(page, `Manage transfer to ${recipient}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  const question = page.getByRole('dialog', { name: /\?$/ });
  await question.getByText(text).waitFor();
  await question.getByRole('button', { name: 'Keep Transfer' }).click();
};

it('plans a weekly transfer, shows it as upcoming and lets the customer change it [TRF-131, TRF-132, TRF-120, TRF-170, TRF-176, TRF-180, TRF-181, TRF-184, UI-69]', async () => {
  await withPage(browser, 'plan a transfer', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.getByRole('button', { name: /^Corner Greens/ }).click();
    await page.keyboard.type('25');
    expect(await field(page, 'When').locator('option').allInnerTexts()).toEqual([
      ...['Now', 'On a date', 'Every week', 'Every month'],
    ]);
    expect(await field(page, 'Start date').count()).toBe(0);
    await field(page, 'When').selectOption('Every week');
    const first = tomorrow();
    await expectSoon(() => field(page, 'Start date').inputValue()).toBe(first);
    await field(page, 'Start date').fill('');
    await button(page, 'Review Transfer').click();
    await page.getByText('Choose a date', { exact: true }).waitFor();
    await field(page, 'Start date').fill(first);
    await button(page, 'Review Transfer').click();
    await heading(page, 'Review your transfer').waitFor();
    const when = `every ${weekday(first)}, starting ${formatted(first)}`;
    const held = "We'll hold each amount then, and send it once we've approved the transfer.";
    await page.getByText(`We'll make this transfer ${when}, at 6 AM New York time. ${held}`).waitFor();
    await button(page, 'Schedule Transfer').click();
    await heading(page, 'Transfer scheduled').waitFor();
    await page.getByText(`We'll make this transfer ${when}. Each time,`).first().waitFor();
    await page.waitForURL('**/dashboard');

    const card = page.getByRole('region', { name: 'Upcoming' });
    await card.getByText(`${formatted(first)} · Every week`).waitFor();
    const next = addDays(first, 7);
    await button(page, 'Manage transfer to Corner Greens').click();
    const dialog = page.getByRole('dialog');
    await expectSoon(() => dialog.innerText()).toMatch(`Next\n${formatted(first)}`);
    await dialog.getByRole('link', { name: 'Change' }).click();
    await page.getByText("You're changing a scheduled transfer").waitFor();
    expect(await field(page, 'Amount').inputValue()).toBe('25.00');
    expect(await field(page, 'When').locator('option').allInnerTexts()).not.toContain('Now');
    expect(await field(page, 'Start date').inputValue()).toBe(first);
    await field(page, 'Amount').fill('30');
    await button(page, 'Review Transfer').click();
    await page.getByText('It stays as it is until you confirm.').waitFor();
    const changes = page.locator('dl', { hasText: 'was $25.00' });
    await expectSoon(() => changes.textContent()).toBe('Amountwas $25.00 →, now $30.00');
    await button(page, 'Save Change').click();
    await heading(page, 'Scheduled transfer changed').waitFor();
    // The page must not warn that it can't find the replaced plan, which the customer has just changed.
    const lost = page.getByText("We couldn't find that scheduled transfer").waitFor();
    const left = page.waitForURL('**/dashboard').then(() => 'dashboard');
    expect(
      await Promise.race([
        left,
        lost.then(
          () => 'warning',
          () => 'closed',
        ),
      ]),
    ).toBe('dashboard');
    await card.getByText('$30.00').waitFor();
    expect(await card.getByRole('listitem').count()).toBe(1);
    await keepInsteadOfEnding(page, 'Corner Greens', "We won't make any more of these transfers.");
    await change(page, 'Skip Next', 'Next transfer skipped');
    await expectManageFocused(page);
    await card.getByText(`${formatted(next)} · Every week`).waitFor();
    await button(page, 'Manage transfer to Corner Greens').click();
    await expectSoon(() => dialog.innerText()).toMatch(`Last skipped\n${formatted(first)}`);
    await page.keyboard.press('Escape');
    await expectManageFocused(page);
    await change(page, 'Undo Skip', 'Skip undone');
    await card.getByText(`${formatted(first)} · Every week`).waitFor();
    await change(page, 'Pause', 'Scheduled transfer paused');
    await card.getByText('Paused', { exact: true }).waitFor();
    await expectManageFocused(page);
    await change(page, 'Resume', 'Scheduled transfer resumed');
    await expectSoon(() => card.getByText('Paused').count()).toBe(0);
    await expectManageFocused(page);
    await query(
      bank.database.superUrl,
      "update transfer_plan set status = 'paused', reason = 'frozen' where status = 'active'",
    );
    await page.reload();
    await card.getByText('Paused: your account was frozen').waitFor();
    const whileFrozen =
      "If your account is still frozen on the next date, we'll pause this transfer instead of making it.";
    await button(page, 'Manage transfer to Corner Greens').click();
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await dialog.getByText("We'll continue on the next scheduled date.").waitFor();
    await page.keyboard.press('Escape');
    await setFrozen(true);
    await page.reload();
    await button(page, 'Manage transfer to Corner Greens').click();
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await dialog.getByText(`while it was paused. ${whileFrozen}`).waitFor();
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await waitForToast(page, 'Scheduled transfer resumed');
    await button(page, 'Manage transfer to Corner Greens').click();
    await dialog.getByText(whileFrozen).waitFor();
    await page.keyboard.press('Escape');
    await setFrozen(false);
    await change(page, 'End', 'Scheduled transfer ended');
    await expectSoon(() => card.count()).toBe(0);
    await expectSoon(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});

it('plans a monthly transfer to a moniker without showing the account number [TRF-134, TRF-131, TRF-132]', async () => {
  const [bobs] = await query<{ account: string }>(
    bank.database.superUrl,
    `select account_number as account from account_request r join app_user u on u.id = r.user_id
      where u.moniker = 'bobs_bikes' and account_number is not null`,
  );
  await withPage(browser, 'plan a transfer to a moniker', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    const first = tomorrow();
    await field(page, 'When').selectOption('Every month');
    await field(page, 'Start date').fill(first);
    await page.getByText('$moniker', { exact: true }).click();
    await page.keyboard.type('bobs_bikes');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Recipient' }).waitFor();
    await field(page, 'Amount').fill('25');
    await field(page, 'Purpose').fill('Bike rent');
    expect(await field(page, 'Start date').inputValue()).toBe(first);
    await button(page, 'Review Transfer').click();
    await heading(page, 'Review your transfer').waitFor();
    await page.getByText('Bob L. gets').waitFor();
    await page.getByText("We'll make this transfer every month on the").waitFor();
    expect(await page.content()).not.toContain(bobs?.account);
    await button(page, 'Schedule Transfer').click();
    await heading(page, 'Transfer scheduled').waitFor();
    await page.waitForURL('**/dashboard');
    const card = page.getByRole('region', { name: 'Upcoming' });
    await card.getByText(`${formatted(first)} · Every month`).waitFor();
    await expectSoon(() => card.innerText()).toMatch(/Bob L\. \$bobs_bikes/);
    await button(page, 'Manage transfer to Bob L.').click();
    await page.getByRole('dialog').getByText('$bobs_bikes').waitFor();
    expect(await page.content()).not.toContain(bobs?.account);
    await page.keyboard.press('Escape');
    await change(page, 'Pause', 'Scheduled transfer paused', 'Bob L.');
  });
});

it('shows scheduled transfers on Send Money too, and asks before “Change” discards the transfer being entered [TRF-182, TRF-176]', async () => {
  await withPage(browser, 'scheduled transfers on Send Money', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    const card = page.getByRole('region', { name: 'Upcoming' });
    await card.getByText('Paused', { exact: true }).waitFor();
    await button(page, 'Manage transfer to Bob L.').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Change' }).click();
    await page.getByText("It's paused now. Saving your change will resume it.").waitFor();
    await page.goBack();
    await change(page, 'Resume', 'Scheduled transfer resumed', 'Bob L.');
    await expectSoon(() => card.getByText('Paused').count()).toBe(0);
    await expectManageFocused(page);
    await query(bank.database.superUrl, "update transfer_plan set schedule = 'once' where status = 'active'");
    await page.reload();
    await keepInsteadOfEnding(page, 'Bob L.', "We won't make this transfer.");
    await button(page, 'Manage transfer to Bob L.').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByText(`We won't send it unless you resume it before ${formatted(tomorrow())}.`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Corner Greens/ }).click();
    await field(page, 'Amount').fill('5');
    const changeAnswering = async (leaves: boolean) => {
      page.once('dialog', (question) => void (leaves ? question.accept() : question.dismiss()));
      await page.getByRole('dialog').getByRole('link', { name: 'Change' }).click();
    };
    await button(page, 'Manage transfer to Bob L.').click();
    await changeAnswering(false);
    await page.keyboard.press('Escape');
    expect(await field(page, 'Amount').inputValue()).toBe('5.00');
    await button(page, 'Manage transfer to Bob L.').click();
    await changeAnswering(true);
    await page.getByText("You're changing a scheduled transfer").waitFor();
    expect(await field(page, 'Amount').inputValue()).toBe('25.00');
    expect(await card.count()).toBe(0);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await change(page, 'End', 'Scheduled transfer ended', 'Bob L.');
    await expectSoon(() => card.count()).toBe(0);
    await expectSoon(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});
