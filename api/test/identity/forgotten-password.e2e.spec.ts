import { it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  mailedCode,
  otherCode,
  RESET_SUBJECT,
  verifiedUser,
  type Person,
  useEmptyBank,
} from './auth.fixtures.js';
import { waitForToast, signInOnPage } from '../web/bank.fixtures.js';
import { failNextCall, pathOf, submitSignIn, heading } from '../web/browser.fixtures.js';
import { withPage, useBrowser, expectSoon } from '../harness/index.js';

const NEW_PASSWORD = 'harbor lights';

const bank = useEmptyBank();
const browser = useBrowser();

async function isFocused(page: Page, name: string): Promise<void> {
  await page.locator('h1:focus').filter({ hasText: name }).waitFor();
}

/**
 * Requests a code. Also goes back from step 1 to sign-in, and from step 2 to step 1, where the address is still
 * filled in.
 */
async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto(`${bank.api.baseUrl}/auth`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await heading(page, 'Forgot your password?').waitFor();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await heading(page, 'Welcome back').waitFor();
  await expectSoon(() => pathOf(page)).toBe('/auth');

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await page.getByText('Please enter your email address').waitFor();
  await page.getByLabel('Email', { exact: true }).fill(`  ${email} `);
  await failNextCall(page, '/api/auth/forgot-password');
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await waitForToast(page, 'Failed to send reset code');
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await waitForToast(page, "If there's an account for this address, a reset code is on its way.");
  await isFocused(page, 'Choose a new password');

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await isFocused(page, 'Forgot your password?');
  await expectSoon(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await isFocused(page, 'Choose a new password');
}

async function choosePassword(page: Page, code: string, password: string, again = password): Promise<void> {
  await page.getByLabel('Reset code').fill(code);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(again);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

async function seeRules(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await waitForToast(page, 'Please fill in all fields');
  await choosePassword(page, '12 ab34-5678', '1234567');
  await expectSoon(() => page.getByLabel('Reset code').inputValue()).toBe('123456');
  await page.getByText('Password must be at least 8 characters long').waitFor();
  await page.getByLabel('New password', { exact: true }).fill('Password1');
  await page.getByText('This password is common and easy to guess. Please choose another.').waitFor();
  await choosePassword(page, code, NEW_PASSWORD, `${NEW_PASSWORD}s`);
  await page.getByText('Passwords do not match').waitFor();
  await choosePassword(page, otherCode(code), NEW_PASSWORD);
  await waitForToast(page, 'Invalid or expired code');
  await expectSoon(() => pathOf(page)).toBe('/forgot-password');
}

async function isRefused(page: Page, { email, password }: Person): Promise<void> {
  await submitSignIn(page, email, password);
  await waitForToast(page, 'Login failed');
  await waitForToast(page, 'Invalid email or password');
}

it('a forgotten password is reset with the emailed code [AUTH-11, AUTH-12, AUTH-13, REG-17]', async () => {
  const person = await verifiedUser(bank);
  await withPage(browser, 'forgotten password', async (page) => {
    await askForCode(page, person.email);
    const code = await mailedCode(bank, person.email, RESET_SUBJECT);
    await seeRules(page, code);
    await failNextCall(page, '/api/auth/reset-password');
    await choosePassword(page, code, NEW_PASSWORD);
    await waitForToast(page, 'Failed to reset password');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await waitForToast(page, 'Password reset');
    await heading(page, 'Welcome back').waitFor();
    await expectSoon(() => pathOf(page)).toBe('/auth');

    await isRefused(page, person);
    await signInOnPage(page, bank.api.baseUrl, person.email, NEW_PASSWORD);
    await bank.mail.waitForMail(person.email, ({ subject }) => /password was changed/.test(subject));
  });
});
