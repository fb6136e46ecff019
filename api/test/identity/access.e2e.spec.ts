import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForToast } from '../web/bank.fixtures.js';
import {
  waitForVisible,
  submitApplication,
  decideAccountRequest,
  decideKyc,
  fillFields,
  waitForRedirectAfter,
  toastRegion,
  openAccount,
  pathOf,
  personalInformation,
  photoFile,
  shareSession,
  stopClock,
  upload,
  fillInTransfer,
} from '../web/browser.fixtures.js';
import { trackCalls } from '../web/call-tracker.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { userIdOf } from '../payments/money.fixtures.js';
import { query, withPage, type HttpClient, useBank, useBrowser, expectSoon } from '../harness/index.js';

const DENIAL_MS = 500;
const MISSING_PHONE_MS = 5_000;
const PHONE_TEXT =
  'Phone number is required. Please add your phone number in Settings before applying for an account.';

const bank = useBank();
const browser = useBrowser();

const customer = (): Promise<HttpClient> => newCustomer(bank.api.baseUrl, bank.database);

/** Runs a scenario in the browser of a user or, with null, of a visitor. */
function inBrowserOf(
  who: HttpClient | null,
  name: string,
  scenario: (page: Page) => Promise<void>,
): Promise<void> {
  return withPage(browser, name, async (page, context) => {
    if (who) await shareSession(context, who);
    await scenario(page);
  });
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(bank.api.baseUrl + path);
}

/** Opens a forbidden screen and expects the reason and a redirect after half a second. */
async function expectRedirected(
  page: Page,
  path: string,
  { why, to }: { why: string; to: string },
): Promise<void> {
  await page.clock.install();
  await open(page, '/privacy');
  await stopClock(page);
  await open(page, path);
  await waitForVisible(page, page.getByRole('heading', { name: 'Unauthorized' }));
  await waitForRedirectAfter(page, DENIAL_MS, to);
  await waitForToast(page, 'Unauthorized');
  await waitForToast(page, why);
}

it('the app redirects a signed-out visitor from the dashboard to sign-in after half a second [DASH-15]', () =>
  inBrowserOf(null, 'dashboard signed out', async (page) => {
    await expectRedirected(page, '/dashboard', {
      why: 'You are logged out. Logging in again...',
      to: '/auth',
    });
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
  }));

it('the app redirects a visitor from the application form to the landing page [KYC-26]', () =>
  inBrowserOf(null, 'application signed out', async (page) => {
    await expectRedirected(page, '/apply-checking', { why: 'Please sign in to apply.', to: '/' });
  }));

it('the app redirects a customer or visitor from the admin pages to the landing page [ADM-5]', async () => {
  const why = "You don't have permission to access this page.";
  await inBrowserOf(bank.alice, 'customer on the admin page', async (page) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await expectRedirected(page, '/admin', { why, to: '/' });
    expect(requests).toContain('/api/auth/user');
    expect(requests.filter((path) => path.startsWith('/api/admin'))).toEqual([]);
  });
  const id = await userIdOf(bank.alice);
  // Two screens are enough, because all these routes are made from one list (`ADMIN_SCREENS`).
  for (const path of ['/admin', `/dashboard-edit/${id}`]) {
    await inBrowserOf(null, `visitor on ${path}`, (page) => expectRedirected(page, path, { why, to: '/' }));
  }
});

it('the app redirects to sign-in if a transfer is confirmed after the session has ended [UI-14]', async () => {
  const user = await customer();
  await openAccount(bank.database, bank.admin, user);
  const credit = { userId: await userIdOf(user), type: 'credit', amount: 50, description: 'Gift' };
  expect((await bank.admin.post('/api/admin/transactions', credit)).status).toBe(201);
  await inBrowserOf(user, 'session ended', async (page) => {
    await page.clock.install();
    const calls = trackCalls(page);
    await open(page, '/send-money');
    await fillInTransfer(page);
    await page.getByRole('button', { name: 'Review Transfer' }).click();
    await stopClock(page);
    // If a read were answered after the session ended, the page would redirect without a toast.
    await calls.waitForIdle();
    await user.get('/api/logout');
    await page.getByRole('button', { name: 'Confirm and Send' }).click();
    await waitForVisible(page, toastRegion(page).getByText('Session expired. Please log in again.'));
    await waitForToast(page, 'Unauthorized');
    await waitForRedirectAfter(page, DENIAL_MS, '/auth');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });
});

it('the app blocks Send Money and Analytics for a rejected applicant [KYC-22, TRF-12]', async () => {
  const rejected = await customer();
  await openAccount(bank.database, bank.admin, rejected);
  expect((await submitApplication(rejected)).status).toBe(201);
  await decideKyc(bank.admin, rejected, { status: 'reject', notes: 'The license has expired.' });
  await inBrowserOf(rejected, 'rejected applicant', async (page) => {
    await open(page, '/dashboard');
    await page.getByRole('button', { name: 'Send Money' }).click();
    await waitForToast(page, 'Feature Unavailable');
    await expectSoon(() => pathOf(page)).toBe('/dashboard');
    for (const path of ['/send-money', '/analytics']) {
      await open(page, path);
      await waitForToast(page, 'Feature Unavailable');
      await page.getByRole('link', { name: 'Submit New KYC Application' }).waitFor();
    }
    expect(await page.getByText('Balance History').count()).toBe(0);
  });
});

it('if a customer has no account number, the app blocks Send Money and says why in a toast, which the page does not repeat [TRF-12, UI-81]', async () => {
  const user = await customer();
  await inBrowserOf(user, 'no account number', async (page) => {
    await open(page, '/send-money');
    await waitForToast(page, 'Complete account setup to send money');
    const main = page.getByRole('main');
    await main.getByText('You need a checking account first').waitFor();
    expect(await main.innerText()).not.toContain('Complete account setup to send money');
    expect(await page.getByLabel('Amount', { exact: true }).count()).toBe(0);
    await openAccount(bank.database, bank.admin, user);
    await page.reload();
    await page.getByLabel('Amount', { exact: true }).waitFor();
  });
});

it('Send Money and the dashboard say whether an application is in review, approved or rejected [TRF-12, DASH-17]', async () => {
  const user = await customer();
  expect((await submitApplication(user)).status).toBe(201);
  await inBrowserOf(user, 'in review', async (page) => {
    await open(page, '/send-money');
    await page.getByText("We're reviewing your application").waitFor();
    await page.getByRole('link', { name: 'View Application' }).waitFor();
    await decideKyc(bank.admin, user, { status: 'approve' });
    await open(page, '/dashboard');
    const text = "We've verified your identity. We'll email you when your account number is ready.";
    await page.getByText(text).waitFor();
    await decideAccountRequest(bank.admin, user, { status: 'rejected' });
    await open(page, '/send-money');
    await page.getByText("You can send money once we've approved your new application").waitFor();
  });
});

it('until KYC is approved, the app blocks Analytics and says why in a toast, which the page does not repeat [ANA-1, ANA-6, UI-81]', async () => {
  const user = await customer();
  await inBrowserOf(user, 'no KYC', async (page) => {
    await open(page, '/analytics');
    await waitForToast(page, 'Complete KYC verification to access analytics');
    const main = page.getByRole('main');
    await main.getByText("Analytics isn't available yet").waitFor();
    expect(await main.innerText()).not.toContain('Complete KYC verification to access analytics');
    expect((await submitApplication(user)).status).toBe(201);
    await page.reload();
    await waitForToast(page, 'Complete KYC verification to access analytics');
    await decideKyc(bank.admin, user, { status: 'approve' });
    await page.reload();
    await page.getByText('Balance History').first().waitFor();
    for (const text of [
      'No spending data available',
      'Start making transactions to see analytics',
      'No transactions yet',
      'Your transaction analytics will appear here once you start using your account',
    ])
      await main.getByText(text, { exact: true }).first().waitFor();
    await main.getByRole('link', { name: 'Send Money' }).click();
    await page.waitForURL('**/send-money');
  });
});

/** Fills in the application, but does not submit it. */
async function fillInApplication(page: Page): Promise<void> {
  await open(page, '/apply-checking');
  await fillFields(page, personalInformation());
  await page.getByRole('button', { name: 'Next' }).click();
  await upload(page, "Driver's license, front", await photoFile('front.jpg'));
  await upload(page, "Driver's license, back", await photoFile('back.png', 'png'));
}

const submit = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Submit Application' }).click();

it('the app redirects an applicant without a phone number to Settings after five seconds [SET-3, SET-4, KYC-10]', async () => {
  const user = await customer();
  await query(bank.database.superUrl, 'update app_user set phone_number = null where id = $1', [
    await userIdOf(user),
  ]);
  await inBrowserOf(user, 'no phone number', async (page) => {
    await page.clock.install();
    await open(page, '/dashboard');
    await waitForToast(page, 'Phone Number Required');
    await waitForToast(page, 'Please add your phone number in Settings to access all features');
    await fillInApplication(page);
    await stopClock(page);
    await submit(page);
    await waitForVisible(page, page.getByRole('alert').getByText(PHONE_TEXT));
    await page.getByRole('link', { name: 'Go to Settings' }).waitFor();
    await waitForRedirectAfter(page, MISSING_PHONE_MS, '/settings');

    await page.getByRole('button', { name: 'Add Phone Number' }).click();
    await page.getByText('Please enter a phone number').waitFor();
    await page.getByLabel('Phone number').fill('+1 415 555 0123');
    await page.getByRole('button', { name: 'Add Phone Number' }).click();
    await page.getByText('Phone number cannot be changed once added').waitFor();
  });
});
