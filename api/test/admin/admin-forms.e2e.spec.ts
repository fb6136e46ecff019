import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pickUser, openAdminTab } from './admin.fixtures.js';
import { shareSession, stopClock, toastRegion, waitForVisible } from '../web/browser.fixtures.js';
import { trackCalls } from '../web/call-tracker.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { signIn, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

/** Runs a scenario as an admin on one tab of the admin panel. */
function onTab(name: string, tab: string, scenario: (page: Page) => Promise<void>): Promise<void> {
  return withPage(browser, name, async (page) => {
    await openAdminTab(page, bank, tab);
    await scenario(page);
  });
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

describe('a dialog with a form', () => {
  it('asks before Escape discards unsaved input, and keeps the input on request [UI-23]', async () => {
    await onTab('unsaved input', 'users', async (page) => {
      await press(page, 'Add Incoming Transaction');
      const dialog = page.getByRole('dialog', { name: 'Add Incoming Transaction' });
      await dialog.getByLabel('Description').fill('Refund of a fee');
      await page.keyboard.press('Escape');
      const question = page.getByRole('dialog', { name: 'Discard your changes?' });
      // The safe choice has the focus, so Enter keeps the form.
      await question.getByRole('button', { name: 'Keep Editing' }).waitFor();
      await page.keyboard.press('Enter');
      await expectSoon(() => dialog.getByLabel('Description').inputValue()).toBe('Refund of a fee');
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'hidden' });
    });
  });

  it('closes without asking on Cancel, and on Escape if it has no input or the input was removed [UI-23]', async () => {
    await onTab('no unsaved input', 'users', async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Add Incoming Transaction' });
      await press(page, 'Add Incoming Transaction');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await press(page, 'Add Incoming Transaction');
      await dialog.getByLabel('Description').fill('Refund');
      await dialog.getByLabel('Description').fill('');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await press(page, 'Add Incoming Transaction');
      await pickUser(dialog, 'Alice Moreno');
      await press(page, 'Cancel');
      await dialog.waitFor({ state: 'hidden' });
    });
  });
});

it('says when a field is full, and cuts off longer text [UI-32]', async () => {
  await onTab('long text', 'users', async (page) => {
    await press(page, 'Add Incoming Transaction');
    const dialog = page.getByRole('dialog', { name: 'Add Incoming Transaction' });
    const description = dialog.getByLabel('Description');
    await description.focus();
    await page.keyboard.insertText('a'.repeat(139));
    expect(await dialog.getByText("You've reached the limit").count()).toBe(0);
    await page.keyboard.insertText('b'.repeat(100));
    await dialog.getByText("You've reached the limit of 140 characters.").waitFor();
    await expectSoon(() => description.inputValue()).toHaveLength(140);
  });
});

describe('the test mail form', () => {
  const FAILED = 'Failed to send test email. Check email service configuration.';

  it("shows a failure in a toast and an alert, in its own words instead of the server's [MAIL-9]", async () => {
    await onTab('failed test mail', 'mail', async (page) => {
      await press(page, 'Send Test Email');
      await page.getByText('Enter an email address').waitFor();
      await page.getByText('Enter a first name').waitFor();
      const call = '**/api/admin/test-email';
      await page.route(call, (route) => route.fulfill({ json: { email: 'probe@mail.example' } }));
      const refusal = { status: 503, json: { message: 'connect ECONNREFUSED 127.0.0.1:25' } };
      await page.route(call, (route) => route.fulfill(refusal), { times: 1 });
      await page.getByLabel('Email', { exact: true }).fill('probe@mail.example');
      await page.getByLabel('First name').fill('Robin');
      await press(page, 'Send Test Email');
      await waitForToast(page, FAILED);
      await page.getByRole('alert').getByText(FAILED).waitFor();
      expect(await page.getByText('ECONNREFUSED').count()).toBe(0);
      await press(page, 'Send Test Email');
      await waitForToast(page, 'Test email sent successfully to probe@mail.example');
    });
  });
});

describe('an ended session', () => {
  it('is reported by one toast, even if a list notices it before the redirect [ADM-22, UI-14]', async () => {
    const admin = await signIn(bank.api.baseUrl, 'admin');
    await withPage(browser, 'ended session', async (page, context) => {
      await shareSession(context, admin);
      await page.clock.install();
      const calls = trackCalls(page);
      await page.goto(`${bank.api.baseUrl}/admin?tab=mail`);
      await page.getByLabel('Email', { exact: true }).fill('probe@mail.example');
      await page.getByLabel('First name').fill('Robin');
      await stopClock(page);
      // If a read were answered after the session ended, the page would redirect without a toast.
      await calls.waitForIdle();
      await admin.get('/api/logout');
      await press(page, 'Send Test Email');
      await waitForVisible(page, toastRegion(page).getByText('Session expired. Please log in again.'));

      const refused = page.waitForResponse('**/api/admin/users*');
      await page.getByRole('tab', { name: 'User Management' }).click();
      await (await refused).finished();
      await waitForVisible(page, page.getByText("We couldn't load User Management."));
      await toastRegion(page).getByText('Session expired. Please log in again.').waitFor();
      await page.clock.resume();
      await page.waitForURL(`${bank.api.baseUrl}/auth`);
    });
  });

  it('is reported when the admin clicks an export link [ADM-22, UI-14]', async () => {
    const admin = await signIn(bank.api.baseUrl, 'admin');
    await withPage(browser, 'ended session, export', async (page, context) => {
      await shareSession(context, admin);
      const calls = trackCalls(page);
      await page.goto(`${bank.api.baseUrl}/admin?tab=outgoing`);
      const csv = page.getByRole('link', { name: 'CSV' });
      await csv.waitFor();
      await calls.waitForIdle();
      await admin.get('/api/logout');
      await csv.click();
      await waitForToast(page, 'Session expired. Please log in again.');
      await page.waitForURL(`${bank.api.baseUrl}/auth`);
    });
  });
});
