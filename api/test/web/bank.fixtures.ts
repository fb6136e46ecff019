import type { Page } from 'playwright-core';
import { picture } from '../kyc/kyc.fixtures.js';
import { fillInRegistration, submitSignIn } from './browser.fixtures.js';
import type { MailServer } from '../harness/index.js';

/** The details of a person who registers. */
export interface Newcomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly moniker: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly password: string;
  readonly ssn: string;
}

export const CARLA: Newcomer = {
  firstName: 'Carla',
  lastName: 'Nguyen',
  moniker: 'carla_n',
  email: 'carla@newcomer.example',
  phoneNumber: '+1 415 555 0190',
  password: 'a quiet harbor',
  ssn: '219091077',
};

const SHOWN_TIMEOUT_MS = 10_000;

/** Waits for a toast with this title or description. */
export async function waitForToast(page: Page, text: string): Promise<void> {
  await page
    .getByRole('region', { name: /notifications/i })
    .getByText(text, { exact: false })
    .first()
    .waitFor({ timeout: SHOWN_TIMEOUT_MS });
}

/** Registers, from the landing page to the verification screen. */
export async function register(page: Page, baseUrl: string, person: Newcomer): Promise<void> {
  await page.goto(baseUrl);
  await page.getByRole('link', { name: 'Get Started Free' }).first().click();
  await page.getByRole('tab', { name: 'Get Started' }).click();
  await fillInRegistration(page, person);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
}

/** Enters the code from the verification email; ends on the sign-in tab. */
export async function verifyEmail(page: Page, mail: MailServer, person: Newcomer): Promise<void> {
  const message = await mail.waitForMail(person.email, ({ text }) => /\b\d{6}\b/.test(text));
  const code = /\b\d{6}\b/.exec(message.text)?.[0] ?? '';
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await waitForToast(page, 'Email verified');
}

/** Signs in on the auth page; ends on the dashboard. */
export async function signInOnPage(
  page: Page,
  baseUrl: string,
  email: string,
  password: string,
): Promise<void> {
  if (!page.url().includes('/auth')) await page.goto(`${baseUrl}/auth`);
  await submitSignIn(page, email, password);
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
}

/** Fills in the application for a checking account and submits it; ends on the dashboard. */
export async function applyForChecking(page: Page, person: Newcomer): Promise<void> {
  await page.getByRole('link', { name: 'Apply Checking Account' }).click();
  await page.getByLabel('Street address').fill('1 Main Street');
  await page.getByLabel('City').fill('San Francisco');
  await page.getByLabel('State').fill('CA');
  await page.getByLabel('ZIP code').fill('94105');
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Social Security number').fill(person.ssn);
  await page.getByRole('button', { name: 'Next' }).click();
  for (const side of ['front', 'back']) {
    const buffer = await picture();
    const file = { name: `license-${side}.jpg`, mimeType: 'image/jpeg', buffer };
    await page.getByLabel(`Driver's license, ${side}`).setInputFiles(file);
  }
  await page.getByText('Uploaded').nth(1).waitFor();
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await page.getByText('Application Submitted').first().waitFor();
  await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
}

/** Waits until the dashboard shows these balances. */
export async function waitForBalances(
  page: Page,
  { total, available, pending }: { total: string; available: string; pending: string },
): Promise<void> {
  const card = page.getByLabel('Balances');
  await card
    .filter({ hasText: new RegExp(`Total Balance\\s*${escapeRegExp(total)}`) })
    .filter({ hasText: new RegExp(`Available\\s*${escapeRegExp(available)}`) })
    .filter({ hasText: new RegExp(`Pending\\s*${escapeRegExp(pending)}`) })
    .waitFor({ timeout: SHOWN_TIMEOUT_MS });
}

function escapeRegExp(text: string): string {
  return text.replace(/[$.]/g, '\\$&');
}
