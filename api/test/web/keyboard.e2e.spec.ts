import { expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { waitForToast } from './bank.fixtures.js';
import {
  waitForVisible,
  waitForRedirectAfter,
  personalInformation,
  photoFile,
  shareSession,
  stopClock,
  field,
  button,
  heading,
} from './browser.fixtures.js';
import { focused, pressTab, tabTo, waitForFocus } from './keyboard.fixtures.js';
import { newCustomer, type KycStatus } from '../kyc/kyc.fixtures.js';
import { summaryOf } from '../payments/money.fixtures.js';
import { DEMO_PASSWORD, waitFor, withMotion, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

/** Moves to each field with one Tab and types its value. */
async function typeInto(page: Page, values: readonly (readonly [string, string])[]): Promise<void> {
  for (const [label, value] of values) {
    await pressTab(page);
    await waitForFocus(page, field(page, label));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(value);
  }
}

async function uploadByKeyboard(page: Page, label: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
  await focused(page).setInputFiles(await photoFile('license.jpg'));
  expect((await stored).status()).toBe(200);
}

/** Keeps the next upload waiting until the returned function is called. */
async function holdUpload(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const isUpload = (url: URL): boolean => url.pathname.startsWith('/objects/uploads/');
  const upload = async (call: Route): Promise<void> => {
    await released;
    await call.continue();
  };
  await page.route(isUpload, upload, { times: 1 });
  return () => release();
}

async function enterPersonalInformation(page: Page): Promise<void> {
  await pressTab(page);
  await waitForFocus(page, page.getByLabel('Personal'));
  await page.keyboard.press('ArrowDown');
  await waitForFocus(page, page.getByLabel('Business'));
  await page.keyboard.press('ArrowUp');
  await waitForFocus(page, page.getByLabel('Personal'));
  await tabTo(page, button(page, 'Next'));
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Please fill in all required fields');
  // The names are filled in, so the SSN is the first missing field.
  await waitForFocus(page, field(page, 'Social Security number'));

  const values = personalInformation();
  await tabTo(page, page.getByLabel('Personal'), 'Shift+Tab');
  await typeInto(page, values.slice(0, 2));
  await pressTab(page);
  await waitForFocus(page, field(page, 'I only have one name'));
  await typeInto(page, values.slice(2, 3));
  await pressTab(page);
  await waitForFocus(page, button(page, 'Show number'));
  await typeInto(page, values.slice(3));
  await pressTab(page);
  await waitForFocus(page, button(page, 'Next'));
  await page.keyboard.press('Space');
  await waitForFocus(page, heading(page, 'Proof of identity'));
}

it('completes the KYC application by keyboard alone [KYC-3, UI-17]', async () => {
  const customer = await newCustomer(bank.api.baseUrl, bank.database);
  await withMotion(browser, 'KYC by keyboard', async (page, context) => {
    await shareSession(context, customer);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    const apply = page.getByRole('link', { name: 'Apply Checking Account' });
    await apply.waitFor();
    await pressTab(page);
    await waitForFocus(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await waitForFocus(page, page.getByRole('main'));
    await tabTo(page, apply);
    await page.keyboard.press('Enter');
    await waitForFocus(page, page.getByRole('main'));
    await field(page, 'First name').waitFor();
    await enterPersonalInformation(page);

    const letUploadEnd = await holdUpload(page);
    await tabTo(page, page.getByLabel("Driver's license, front"));
    await focused(page).setInputFiles(await photoFile('license.jpg'));
    const cancel = page.getByRole('button', { name: /^Cancel/ });
    await cancel.waitFor();
    await tabTo(page, cancel);
    letUploadEnd();
    // The focused button is gone, so the focus moved to the file input.
    await waitForFocus(page, page.getByLabel("Driver's license, front"));
    await uploadByKeyboard(page, "Driver's license, back");
    await tabTo(page, page.getByLabel("Driver's license, front"), 'Shift+Tab');
    await tabTo(page, button(page, 'Submit Application'));
    await page.keyboard.press('Enter');
    await waitForFocus(page, heading(page, 'Application Submitted'));
    await heading(page, 'Welcome back!').waitFor();
    await waitForFocus(page, page.getByRole('main'));
  });
  const { body } = await customer.get<KycStatus>('/api/kyc/status');
  expect(body.kyc?.status).toBe('pending');
});

const TRANSFER_FIELDS = [
  ['Recipient name', 'Corner Greens'],
  ['Account number', '310447825'],
  ['Routing number', '021000021'],
  ['Purpose', 'Vegetables'],
] as const;

async function enterTransfer(page: Page): Promise<void> {
  await tabTo(page, button(page, 'Review Transfer'));
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Please fill in all required fields');
  await waitForFocus(page, field(page, 'Amount'));
  await page.keyboard.type('25');
  await pressTab(page);
  await waitForFocus(page, field(page, 'Net amount'));
  await expectSoon(() => field(page, 'Net amount').inputValue()).toBe('24.50');
  await typeInto(page, TRANSFER_FIELDS);
  await pressTab(page);
  await waitForFocus(page, page.getByLabel('Category'));
  await page.keyboard.press('ArrowDown');
  await expectSoon(() => page.getByLabel('Category').inputValue()).toBe('food');
  await pressTab(page);
  await waitForFocus(page, field(page, 'When'));
  await pressTab(page);
  await waitForFocus(page, button(page, 'Review Transfer'));
  await page.keyboard.press('Space');
  await waitForFocus(page, heading(page, 'Review your transfer'));
}

/** Returns to the form and corrects the amount. The form must keep its values and focus the amount. */
async function correctAmount(page: Page): Promise<void> {
  await tabTo(page, button(page, 'Edit'));
  await page.keyboard.press('Enter');
  await waitForFocus(page, field(page, 'Amount'));
  // The recipient is known, so one line with the name replaces the fields (TRF-136).
  await page.getByRole('group', { name: 'Recipient' }).getByText('Corner Greens').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await waitForFocus(page, heading(page, 'Review your transfer'));
}

// Runs at phone width, where the bar at the bottom must not cover the focused element.
it('sends money by keyboard alone [TRF-11, TRF-23, UI-17]', async () => {
  const heldBefore = (await summaryOf(bank.alice)).pendingBalanceCents;
  const scenario = async (page: Page): Promise<void> => {
    await shareSession(page.context(), bank.alice);
    await page.clock.install();
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    const start = button(page, 'Send Money').filter({ visible: true });
    await start.waitFor();
    await tabTo(page, start);
    await page.keyboard.press('Enter');
    await waitForFocus(page, page.getByRole('main'));
    await field(page, 'Amount').waitFor();
    await enterTransfer(page);
    await correctAmount(page);

    await tabTo(page, button(page, 'Confirm and Send'));
    await stopClock(page);
    await page.keyboard.press('Space');
    await waitForVisible(page, heading(page, 'Transfer request submitted'));
    await waitForFocus(page, heading(page, 'Transfer request submitted'));
    await waitForRedirectAfter(page, 2_000, '/dashboard');
    await waitForFocus(page, page.getByRole('main'));
  };
  await withMotion(browser, 'send money by keyboard', scenario, { viewport: { width: 360, height: 640 } });
  expect((await summaryOf(bank.alice)).pendingBalanceCents - heldBefore).toBe(3_000);
});

it('signs in and writes to support by keyboard alone [AUTH-1, CHAT-1, UI-17]', async () => {
  await withMotion(browser, 'sign-in by keyboard', async (page) => {
    await page.goto(`${bank.api.baseUrl}/contact`);
    // The redirect to the sign-in page moves the focus.
    await waitForFocus(page, page.getByRole('main'));
    await tabTo(page, field(page, 'Email'));
    await page.keyboard.type('bob@moniker.example');
    await tabTo(page, field(page, 'Password'));
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    const box = page.getByPlaceholder('Type your message...');
    await box.waitFor();
    await tabTo(page, box);
    await page.keyboard.type('Is this line open?');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Message Sent');
    await waitForFocus(page, box);
  });
});

it('rejects and approves transfers by keyboard alone [TRF-16, UI-17]', async () => {
  await withMotion(browser, 'decisions by keyboard', async (page, context) => {
    await shareSession(context, bank.admin);
    await page.goto(`${bank.api.baseUrl}/admin?tab=outgoing&status=pending`);
    const reject = page.getByRole('button', { name: /^Reject \$/ });
    await reject.first().waitFor();
    const pending = await reject.count();
    await tabTo(page, reject.first());
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await tabTo(page, dialog.getByRole('textbox'));
    await page.keyboard.type('The account number is wrong.');
    await tabTo(page, button(page, 'Reject Transfer'));
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Transfer request updated successfully');
    await dialog.waitFor({ state: 'detached' });
    // Waits until the rejected row has left the list. If Tab reached that row earlier, the focus would be lost with it.
    await waitFor(async () => (await reject.count()) < pending, {
      what: 'the rejected transfer to leave the list',
    });

    await tabTo(page, page.getByRole('button', { name: /^Approve \$/ }).first());
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await tabTo(page, button(page, 'Approve Transfer'));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  });
});
