import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newPerson } from '../identity/auth.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import {
  button,
  field,
  fillFields,
  heading,
  openSignedIn,
  pathOf,
  personalInformation,
  photoFile,
  shareSession,
  stopClock,
  upload,
  waitForVisible,
  submitSignIn,
  fillInTransfer,
  fillInRegistration,
} from './browser.fixtures.js';
import { withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const bank = useBank();
const browser = useBrowser();

/** Starts counting the requests that change something. Returns a function that reads the count. */
function countChanges(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET') count += 1;
  });
  return () => count;
}

/** Waits until the current history entry is one that a form created for a later step. */
async function waitForStepEntry(page: Page): Promise<void> {
  await page.waitForFunction(() => (history.state as { usr: unknown }).usr !== null);
}

describe('the browser’s Back button in a transfer', () => {
  it('leads from the review to the form and never sends the transfer; the form warns about a wrong routing number [UI-27, TRF-25]', async () => {
    await withPage(browser, 'steps of a transfer', async (page) => {
      await openSignedIn(page, bank.api.baseUrl, 'bob@moniker.example', '/statements');
      await page.getByRole('link', { name: 'Send Money', exact: true }).first().click();
      const changes = countChanges(page);
      await fillInTransfer(page, '12');
      await button(page, 'Review Transfer').click();
      await heading(page, 'Review your transfer').waitFor();
      await page.goBack();
      await field(page, 'Amount').waitFor();
      await expectSoon(() => pathOf(page)).toBe('/send-money');
      await expectSoon(() => field(page, 'Recipient name').inputValue()).toBe('Corner Greens');
      await page.goForward();
      await heading(page, 'Review your transfer').waitFor();

      // After a change, the customer must review the transfer again.
      await button(page, 'Edit').click();
      await field(page, 'Amount').fill('5000');
      await page.goForward();
      await waitForStepEntry(page);
      await field(page, 'Amount').waitFor();
      expect(await heading(page, 'Review your transfer').count()).toBe(0);

      await field(page, 'Amount').fill('13');
      await field(page, 'Routing number').fill('021000022');
      await page.keyboard.press('Tab');
      await page.getByText("This isn't a valid US routing number. Please check it").waitFor();
      await button(page, 'Review Transfer').click();
      await heading(page, 'Review your transfer').waitFor();
      await page.reload();
      await field(page, 'Amount').waitFor();
      await expectSoon(() => field(page, 'Recipient name').inputValue()).toBe('');
      await page.goBack();
      await page.goBack();
      await page.waitForURL('**/statements');
      expect(changes()).toBe(0);
    });
  });

  it('leads to an empty form once the transfer is sent; the transfer’s review and confirmation say what the recipient gets [TRF-33, TRF-60]', async () => {
    await withPage(browser, 'back from a sent transfer', async (page) => {
      await page.clock.install();
      await openSignedIn(page, bank.api.baseUrl, 'alice@moniker.example', '/send-money');
      await fillInTransfer(page, '12');
      await button(page, 'Review Transfer').click();
      await heading(page, 'Review your transfer').waitFor();
      const review = await page.getByRole('main').innerText();
      expect(review).toMatch(/Corner Greens gets \$11\.76\s+You pay \$12\.00/);
      await stopClock(page);
      const changes = countChanges(page);
      await button(page, 'Confirm and Send').click();
      await waitForVisible(page, heading(page, 'Transfer request submitted'));
      await expectSoon(() => page.getByRole('main').innerText()).toMatch(
        /Corner Greens will get \$11\.76 once we've approved it\. We're holding \$12\.00 until then\./,
      );
      await page.goBack();
      await waitForVisible(page, field(page, 'Amount'));
      await expectSoon(() => field(page, 'Recipient name').inputValue()).toBe('');
      await page.clock.runFor(3_000);
      await expectSoon(() => pathOf(page)).toBe('/send-money');
      expect(changes()).toBe(1);
    });
  });
});

describe('the browser’s Back button in an application', () => {
  it('keeps the entered values and the documents; neither Forward nor a reload skips an incomplete step [UI-27, KYC-3]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    await withPage(browser, 'steps of an application', async (page, context) => {
      await shareSession(context, customer);
      await page.goto(`${bank.api.baseUrl}/apply-checking`);
      await fillFields(page, personalInformation());
      await button(page, 'Next').click();
      await upload(page, "Driver's license, front", await photoFile('front.jpg'));
      await page.goBack();
      await heading(page, 'Who you are').waitFor();
      await expectSoon(() => field(page, 'Street address').inputValue()).toBe('1 Main Street');

      await field(page, 'ZIP code').fill('9');
      await page.goForward();
      await heading(page, 'Who you are').waitFor();
      expect(await heading(page, 'Proof of identity').count()).toBe(0);
      await field(page, 'ZIP code').fill('94106');
      await button(page, 'Next').click();
      await heading(page, 'Proof of identity').waitFor();
      await page.getByText('front.jpg').waitFor();

      await page.reload();
      await heading(page, 'Who you are').waitFor();
      await expectSoon(() => field(page, 'Social Security number').inputValue()).toBe('');
    });
  });
});

describe('the browser’s Back button in a registration', () => {
  it('returns to what was entered, except the password [UI-27, REG-20]', async () => {
    const person = newPerson();
    await withPage(browser, 'steps of a registration', async (page) => {
      await page.clock.install();
      await page.goto(`${bank.api.baseUrl}/auth?tab=register`);
      await fillInRegistration(page, person);
      await button(page, 'Create Account').click();
      await heading(page, 'Check Your Email').waitFor();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      const changes = countChanges(page);
      await page.goBack();
      await heading(page, 'Open your account').waitFor();
      await expectSoon(() => field(page, 'Moniker').inputValue()).toBe(person.moniker);
      await expectSoon(() => field(page, 'Email').inputValue()).toBe(person.email);
      await expectSoon(() => field(page, 'Password').inputValue()).toBe('');
      await page.clock.fastForward(30_000);
      await page.goForward();
      await heading(page, 'Check Your Email').waitFor();
      // The countdown continues, because no new code was requested.
      await expectSoon(() => page.getByRole('timer').textContent()).toMatch(/^0:[0-3]/);
      const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]));
      expect(stored).not.toContain(person.email);

      await page.reload();
      await heading(page, 'Welcome back').waitFor();
      expect(changes()).toBe(0);
      await submitSignIn(page, person.email, person.password);
      await heading(page, 'Check Your Email').waitFor();
      await page.getByText('or request a new one').waitFor();
      await expectSoon(() => button(page, 'Resend code').isEnabled()).toBe(true);
    });
  });
});

describe('the browser’s Back button in a password reset', () => {
  it('leads from the code step to the email step; Forward returns to the code step only if the address is unchanged [UI-27]', async () => {
    await withPage(browser, 'steps of a reset', async (page) => {
      await page.goto(`${bank.api.baseUrl}/forgot-password`);
      await field(page, 'Email').fill('nobody@newcomer.example');
      await button(page, 'Send Reset Code').click();
      await heading(page, 'Choose a new password').waitFor();
      await page.goBack();
      await heading(page, 'Forgot your password?').waitFor();
      await page.goForward();
      await heading(page, 'Choose a new password').waitFor();
      await page.goBack();
      await field(page, 'Email').fill('somebody@newcomer.example');
      await page.goForward();
      await waitForStepEntry(page);
      expect(await heading(page, 'Choose a new password').count()).toBe(0);
    });
  });
});
