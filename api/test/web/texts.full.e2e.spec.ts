import { describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request } from 'playwright-core';
import { CARLA, waitForBalances, waitForToast } from './bank.fixtures.js';
import { failNextCall, shareSession } from './browser.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { requestAccount, userIdOf } from '../payments/money.fixtures.js';
import {
  DEMO_PASSWORD,
  HttpClient,
  query,
  signIn,
  withPage,
  useBrowser,
  useMailingBank,
  expectSoon,
} from '../harness/index.js';

const { database, api, mail, admin } = useMailingBank();
const browser = useBrowser();

/** The API calls of all tests in this file, such as `POST /api/chat/send`, with the fields of their bodies. */
const requestedFields = new Map<string, Set<string>>();
/** The content types of the calls with a body. */
const contentTypes = new Set<string | undefined>();

/** Runs a scenario on a page, with the session of a client or as a visitor. */
function withPageAs(
  name: string,
  who: HttpClient | null,
  scenario: (page: Page) => Promise<void>,
): Promise<void> {
  return withPage(browser, name, async (page, context) => {
    context.on('request', recordRequest);
    context.setDefaultTimeout(10_000);
    if (who !== null) await shareSession(context, who);
    await scenario(page);
  });
}

function recordRequest(request: Request): void {
  const { pathname } = new URL(request.url());
  if (!pathname.startsWith('/api/')) return;
  const call = `${request.method()} ${pathname}`;
  const body = request.postData();
  const fields = requestedFields.get(call) ?? new Set<string>();
  if (body !== null) {
    contentTypes.add(request.headers()['content-type']);
    Object.keys(JSON.parse(body) as object).forEach((field) => fields.add(field));
  }
  requestedFields.set(call, fields);
}

const open = (page: Page, path: string): Promise<unknown> => page.goto(api.baseUrl + path);
const waitForText = (page: Page | Locator, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).locator('visible=true').first().waitFor();
const clickButton = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();
const inputLabeled = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true }).and(page.locator('input'));
const fillInputs = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await inputLabeled(page, label).fill(value);
};

/** Waits for a toast that contains this title and description. */
async function waitForToastWith(page: Page, title: string, description: string): Promise<void> {
  const area = page.getByRole('region', { name: /notifications/i });
  await area
    .getByRole('status')
    .or(area.getByRole('listitem'))
    .filter({ hasText: title })
    .filter({ hasText: description })
    .first()
    .waitFor();
}

describe('visitors', () => {
  it('sign in, and see why a sign-in fails [AUTH-1, AUTH-2, AUTH-3, AUTH-5, SEC-7]', async () => {
    await withPageAs('sign-in', null, async (page) => {
      await open(page, '/auth');
      await clickButton(page, 'Sign In');
      await waitForToastWith(page, 'Missing information', 'Please fill in all fields');
      await fillInputs(page, { Email: 'alice@moniker.example', Password: 'not her password' });
      await clickButton(page, 'Sign In');
      await waitForToastWith(page, 'Login failed', 'Invalid email or password');
      await failNextCall(page, '/api/auth/login');
      await clickButton(page, 'Sign In');
      await waitForToastWith(page, 'Login failed', 'Please check your credentials');

      await expectSoon(() => inputLabeled(page, 'Password').getAttribute('type')).toBe('password');
      await clickButton(page, 'Show password');
      await expectSoon(() => inputLabeled(page, 'Password').getAttribute('type')).toBe('text');
      await page.getByLabel('Remember me').check();
      await waitForText(page, 'Bank-level security');
      await waitForText(page, 'Instant transfers');
      await waitForText(page, 'No hidden fees');
      await expectSoon(() => page.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
      await expectSoon(() => page.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
        '/forgot-password',
      );

      await inputLabeled(page, 'Password').fill(DEMO_PASSWORD);
      await clickButton(page, 'Sign In');
      await waitForToast(page, 'Login successful');
      await page.waitForURL('**/dashboard');
      const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
      expect(stored).not.toMatch(/alice|session|token|moniker-demo|@/i);
      expect(await page.evaluate(() => document.cookie)).toBe('moniker_signed_in=1');
    });
  });

  it('register and verify their address, with a message for each invalid field [REG-1, REG-2, REG-3, REG-7, REG-9, REG-10, AUTH-4, AUTH-5]', async () => {
    await withPageAs('registration', null, async (page) => {
      await page.clock.install();
      await open(page, '/auth');
      await page.getByRole('tab', { name: 'Get Started' }).click();
      await clickButton(page, 'Create Account');
      await waitForToast(page, 'Please fill in all fields including phone number');
      await fillInputs(page, {
        'First name': CARLA.firstName,
        'Last name': CARLA.lastName,
        Email: CARLA.email,
        'Phone number': CARLA.phoneNumber,
        Password: '12345',
        'Confirm password': '12345',
        Moniker: 'Ca',
      });
      await expectSoon(() => inputLabeled(page, 'Moniker').inputValue()).toBe('ca');
      await clickButton(page, 'Create Account');
      await waitForText(page, 'Password must be at least 6 characters long');
      await waitForText(page, 'Moniker must be 3-20 characters, letters, numbers, and underscores only');
      await fillInputs(page, {
        Password: CARLA.password,
        'Confirm password': 'another',
        Moniker: 'Carla N._é-0123456789012345',
      });
      await expectSoon(() => inputLabeled(page, 'Moniker').inputValue()).toBe('carlan_0123456789012');
      await clickButton(page, 'Create Account');
      await waitForToast(page, 'Passwords do not match');
      await fillInputs(page, { 'Confirm password': CARLA.password, Moniker: CARLA.moniker });
      await page.getByLabel(/^I agree to/).check();
      await page.getByLabel('Send me news about new features').check();
      await failNextCall(page, '/api/auth/register');
      await clickButton(page, 'Create Account');
      await waitForToastWith(page, 'Registration failed', 'Please try again');
      await clickButton(page, 'Create Account');
      await waitForToast(page, 'Registration successful');
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();

      await inputLabeled(page, 'Verification code').fill('a1-2 3x');
      await expectSoon(() => inputLabeled(page, 'Verification code').inputValue()).toBe('123');
      await clickButton(page, 'Verify Email');
      await waitForToast(page, 'Please enter the 6-digit verification code');
      await inputLabeled(page, 'Verification code').fill('000 0001');
      await expectSoon(() => inputLabeled(page, 'Verification code').inputValue()).toBe('000000');
      await failNextCall(page, '/api/auth/verify-email');
      await clickButton(page, 'Verify Email');
      await waitForToast(page, 'Invalid or expired code');
      await page.clock.fastForward(61_000);
      await failNextCall(page, '/api/auth/resend-verification');
      await clickButton(page, 'Resend code');
      await waitForToast(page, 'Failed to resend code');
      await clickButton(page, 'Resend code');
      await waitForToast(page, 'Verification code sent');

      await clickButton(page, 'Back to Login');
      await fillInputs(page, { Email: CARLA.email, Password: CARLA.password });
      await clickButton(page, 'Sign In');
      await waitForToastWith(page, 'Email verification required', 'Please verify your email');
      const verification = await mail.waitForMail(CARLA.email);
      await inputLabeled(page, 'Verification code').fill(/\b\d{6}\b/.exec(verification.text)?.[0] ?? '');
      await clickButton(page, 'Verify Email');
      await waitForToast(page, 'Email verified');
      await page.getByRole('tab', { name: 'Sign In', selected: true }).waitFor();
    });
  });

  it('see the texts and links of the marketing pages [UI-2, UI-3, UI-4, UI-5, UI-6, CON-4]', async () => {
    await withPageAs('marketing', null, async (page) => {
      await open(page, '/');
      await page.getByRole('heading', { name: /Modern digital banking/ }).waitFor();
      const hrefOf = (name: string): Promise<string | null> =>
        page.getByRole('link', { name, exact: true }).first().getAttribute('href');
      expect([await hrefOf('Get Started Free'), await hrefOf('Explore More')]).toEqual([
        '/auth?tab=register',
        '#features',
      ]);
      for (const badge of ['FDIC Insured', 'Bank-level Security', 'Instant Transfers'])
        await waitForText(page, badge);
      await page.getByRole('figure').filter({ hasText: 'Total Balance' }).waitFor();
      const cards = page.locator('#features').getByRole('heading', { level: 3 });
      await expectSoon(() => cards.allTextContents()).toEqual([
        'Instant Transfers',
        'Bank-Level Security',
        'Smart Analytics',
      ]);
      for (const claim of ['$0.00', '2%', '$2,000', '2.5% APY', '$250,000']) await waitForText(page, claim);

      const bar = page.getByRole('navigation', { name: 'Main' });
      await expectSoon(() => bar.getByRole('link').allTextContents()).toEqual(['Home', 'About', 'Features']);
      expect(await hrefOf('Login')).toBe('/auth');
      const footer = page.getByRole('contentinfo');
      const words =
        'Quick Links|Home|About Us|Features|Get Started|Services|Digital Banking|Instant Transfers|Smart Analytics|' +
        'Mobile Banking|24/7 Support|Contact|support@moniker.example|Available 24/7|Follow Us|Twitter|LinkedIn|' +
        'Privacy Policy|Terms of Service|Security';
      const footing = await footer.innerText();
      expect(words.split('|').filter((word) => !footing.includes(word))).toEqual([]);
      expect(footing).toContain(`© ${new Date().getFullYear()}`);
      await expectSoon(() => footer.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe(
        '/auth?tab=register',
      );

      await page.setViewportSize({ width: 360, height: 800 });
      await clickButton(page, 'Open menu');
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' }).click();
      await page.waitForURL('**/about');
      for (const part of ['Our mission', 'Core values', 'The team', 'Get in touch', 'Founded'])
        await waitForText(page, part);
      const team = page.getByRole('region', { name: 'The team' }).getByRole('listitem');
      await expectSoon(() => team.count()).toBe(4);
      await expectSoon(() => page.getByRole('main').innerText()).toMatch(
        /San Francisco, USA[^]*Message us 24\/7/,
      );
      await expectSoon(() =>
        page.getByRole('main').getByRole('link', { name: 'Get Started' }).getAttribute('href'),
      ).toBe('/auth?tab=register');

      await open(page, '/features');
      const demos = page.getByRole('button', { name: /^Show Demo/ });
      await demos.nth(3).waitFor();
      await expectSoon(() => demos.count()).toBe(4);
      await demos.first().click();
      await waitForText(page, 'Interactive Demo Coming Soon');
      const tabs = page.getByRole('tab');
      await expectSoon(() => tabs.allTextContents()).toEqual(['Payments', 'Savings', 'Tools', 'Support']);
      for (const tab of await tabs.all()) {
        await tab.click();
        await expectSoon(() => page.getByRole('tabpanel').getByRole('listitem').count()).toBeGreaterThan(2);
      }
      await page.getByRole('heading', { name: 'Free', exact: true }).waitFor();
      const leads = page.getByRole('region', { name: 'Free' }).getByRole('link');
      await expectSoon(() =>
        leads.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ).toEqual(['/auth?tab=register', '/about']);

      await open(page, '/terms');
      await page.getByRole('link', { name: '← Back', exact: true }).click();
      await page.waitForURL(`${api.baseUrl}/`);
    });
  });

  it('load each marketing page with a full page load [UI-2]', async () => {
    await withPageAs('full loads', null, async (page) => {
      await open(page, '/');
      for (const [link, path] of [
        ['About', '**/about'],
        ['Features', '**/features'],
        ['Home', `${api.baseUrl}/`],
      ] as const) {
        await page.evaluate(() => Object.assign(window, { isOld: true }));
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
        await page.waitForURL(path);
        expect(await page.evaluate(() => 'isOld' in window)).toBe(false);
      }
    });
  });

  it('see no trace of a dismissed toast after 1,000,000 ms [UI-9]', async () => {
    await withPageAs('dismissed toast', null, async (page) => {
      await page.clock.install();
      await open(page, '/auth');
      await clickButton(page, 'Sign In');
      await waitForToast(page, 'Missing information');
      await clickButton(page, 'Dismiss notification');
      const area = page.getByRole('region', { name: /notifications/i });
      await area.getByText('Missing information').waitFor({ state: 'detached' });
      await page.clock.fastForward(990_000);
      await expectSoon(() => area.count()).toBe(1);
      await page.clock.fastForward(20_000);
      await area.waitFor({ state: 'detached' });
    });
  });

  it('see one of several lines, chosen at random, on the not-found page [UI-7]', async () => {
    await withPageAs('not found', null, async (page) => {
      const lines = new Set<string | null>();
      // The line is chosen at random from seven, so 20 visits almost never show only one.
      for (let visit = 0; visit < 20 && lines.size < 2; visit++) {
        await open(page, visit === 0 ? '/about' : '/no-such-page');
        if (visit === 0) continue;
        await page.getByRole('heading', { name: '404: Whoops! Page Not Found' }).waitFor();
        lines.add(await page.getByRole('heading', { level: 1 }).locator('+ p').textContent());
      }
      expect(lines.size).toBe(2);
      await expectSoon(() => page.locator('dl > div').count()).toBe(3);
      const fact = Number(
        /you're the (\d+)(?:st|nd|rd|th) explorer/.exec(await page.getByRole('main').innerText())?.[1],
      );
      expect(fact).toBeGreaterThanOrEqual(1);
      expect(fact).toBeLessThanOrEqual(1000);
      await expectSoon(() => page.getByRole('link', { name: 'Take Me Home' }).getAttribute('href')).toBe('/');
      await open(page, '/features');
      await open(page, '/no-such-page');
      await clickButton(page, 'Go Back');
      await expectSoon(() => new URL(page.url()).pathname).toBe('/features');
    });
  });
});

async function decide(path: string, body: object): Promise<void> {
  const response = await admin.put(`/api/admin/${path}`, body);
  expect({ path, status: response.status, body: response.body }).toMatchObject({ status: 200 });
}

describe('customers', () => {
  it('at first see a dashboard without an account or payments [AUTH-7, DASH-1, DASH-2, DASH-3, DASH-4, DASH-5, DASH-7, DASH-9]', async () => {
    const client = await newCustomer(api.baseUrl, database);
    await withPageAs('newcomer', client, async (page) => {
      await open(page, '/dashboard');
      await waitForBalances(page, { total: '$0.00', available: '$0.00', pending: '$0.00' });
      for (const text of ['Hello, Grace', 'Welcome back!', "Here's your account overview"])
        await waitForText(page, text);
      await page.getByText('Moniker Card').waitFor();
      for (const text of [
        'Cards Coming Soon',
        'Account Request Status',
        'Quick Actions',
        'Payments History',
      ]) {
        await waitForText(page, text);
      }
      await waitForText(page, 'Checking Account: Not Available');
      await waitForText(page, 'Complete KYC verification to unlock');
      await waitForText(page, 'No transactions yet');
      const verification = page.getByRole('list').filter({ hasText: 'KYC status' });
      expect(await verification.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringMatching(/Email\s*Verified/),
        expect.stringMatching(/Phone number\s*Added/),
        expect.stringMatching(/KYC status\s*Not Started/),
      ]);
      expect(await page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Notifications' }).waitFor();
      const settings = page.getByRole('link', { name: 'GH, your settings' });
      await expectSoon(() => settings.getAttribute('href')).toBe('/settings');
      await expectSoon(() => page.getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe(
        '/api/logout',
      );
      const pay = page.getByText('Pay Bills').locator('visible=true');
      await expectSoon(() => pay.innerText()).toMatch(/Soon\s*Pay Bills/);
      await expectSoon(() =>
        page
          .getByRole('link', { name: 'Pay Bills' })
          .or(page.getByRole('button', { name: 'Pay Bills' }))
          .count(),
      ).toBe(0);
      await page.getByRole('button', { name: 'Send Money' }).click();
      await waitForToastWith(page, 'Feature Unavailable', 'Complete account setup to send money');
      await page.getByRole('link', { name: 'Apply Checking Account' }).click();
      await page.waitForURL('**/apply-checking');
    });
  });

  it('are greeted as “User” if they have no first name [DASH-1, DASH-5]', async () => {
    const client = await newCustomer(api.baseUrl, database);
    await query(
      database.superUrl,
      `update app_user set first_name = '', phone_number = null, is_email_verified = false where id = $1`,
      [await userIdOf(client)],
    );
    await withPageAs('nameless', client, async (page) => {
      await open(page, '/dashboard');
      await waitForText(page, 'Hello, User');
      const tiles = page.getByRole('list').filter({ hasText: 'KYC status' }).getByRole('listitem');
      await tiles.filter({ hasText: 'Email' }).getByText('Pending', { exact: true }).waitFor();
      await tiles.filter({ hasText: 'Phone number' }).getByText('Required', { exact: true }).waitFor();
    });
  });

  it('see the name of each payment status [TXN-3]', async () => {
    const client = await customerWith(100);
    const userId = await userIdOf(client);
    const statuses = ['completed', 'pending', 'processing', 'initiated', 'failed', 'cancelled'];
    for (const status of statuses) {
      const credit = { userId, type: 'credit', amount: 1, description: `This is ${status}` };
      expect((await admin.post('/api/admin/transactions', credit)).status).toBe(201);
      await query(
        database.superUrl,
        `update ledger_transaction set status = $1 where transaction_id = (
           select transaction_id from ledger_transaction_text where description = $2)`,
        [status, credit.description],
      );
    }
    await withPageAs('statuses', client, async (page) => {
      await open(page, '/dashboard');
      await page.getByRole('link', { name: 'View All' }).click();
      const names = ['Completed', 'Pending', 'Processing', 'Initiated', 'Failed', 'Cancelled'];
      for (const name of names) {
        const row = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
        await row
          .filter({ hasText: `This is ${name.toLowerCase()}` })
          .getByText(name, { exact: true })
          .waitFor();
      }
    });
  });

  it('see their account numbers, and search and filter their payments [DASH-1, DASH-2, DASH-4, DASH-8, DASH-10]', async () => {
    const alice = await signIn(api.baseUrl, 'alice');
    await withPageAs('alice', alice, async (page) => {
      await open(page, '/');
      for (const text of ['482915306', '021000021', 'Recent Transactions']) await waitForText(page, text);
      const rows = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
      await rows.first().waitFor();
      await expectSoon(() => rows.count()).toBe(5);
      await expectSoon(() => page.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe(
        '/history',
      );
      const choices = (name: string): Promise<string[]> =>
        page
          .getByRole('combobox', { name })
          .getByRole('option')
          .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
      expect(await choices('Status')).toEqual(['all', 'completed', 'pending', 'processing', 'failed']);
      expect(await choices('Type')).toEqual(['all', 'incoming', 'outgoing']);
      const [status, type] = [
        page.getByRole('combobox', { name: 'Status' }),
        page.getByRole('combobox', { name: 'Type' }),
      ];
      expect([await status.inputValue(), await type.inputValue()]).toEqual(['all', 'all']);
      await status.selectOption('failed');
      await rows.filter({ hasText: 'J. Whitcombe' }).waitFor();
      await expectSoon(() => rows.count()).toBe(1);
      await type.selectOption('incoming');
      await waitForText(page, 'No transactions found matching your filters');
      await clickButton(page, 'Clear filters');
      await page.getByRole('searchbox', { name: 'Search payments' }).fill('maple street');
      await rows.filter({ hasText: 'Transfer to Maple Street Homes' }).waitFor();
      await expectSoon(() => rows.count()).toBe(1);
      await expectSoon(() => rows.first().innerText()).toMatch(/Fee\s*\$29\.59\s*Net \$1,450\.00/);
      await page.getByRole('searchbox', { name: 'Search payments' }).fill('salary');
      await rows.filter({ hasText: 'Salary' }).first().waitFor();
      expect(await rows.first().innerText()).not.toMatch(/Fee|Net/);
    });
    await withPageAs('admin', admin, async (page) => {
      await open(page, '/dashboard');
      await expectSoon(() => page.getByRole('link', { name: 'Admin Panel' }).getAttribute('href')).toBe(
        '/admin',
      );
    });
  });

  it('add a phone number and change the password, with a message for each failure [SET-1, SET-2, SET-3, SET-4, SET-5, SET-6, CON-4]', async () => {
    const client = await newCustomer(api.baseUrl, database);
    const { email, moniker } = (await client.get<{ email: string; moniker: string }>('/api/auth/user')).body;
    await query(database.superUrl, 'update app_user set phone_number = null where email = $1', [email]);
    await withPageAs('settings', client, async (page) => {
      await open(page, '/settings');
      await waitForToastWith(
        page,
        'Phone Number Required',
        'Please add your phone number in Settings to access all features',
      );
      await waitForText(page, `$${moniker}`);
      await waitForText(page, email);
      await waitForText(page, 'Not Started');
      const memberSince = page
        .locator('div')
        .filter({ has: page.locator('> dt', { hasText: 'Member since' }) })
        .locator('dd')
        .last();
      await expectSoon(() => memberSince.innerText()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
      const quick = page.getByRole('list').filter({ hasText: 'Contact Support' }).getByRole('link');
      await expectSoon(() =>
        quick.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ).toEqual(['/dashboard', '/send-money', '/contact']);

      await clickButton(page, 'Add Phone Number');
      await waitForText(page, 'Please enter a phone number');
      await inputLabeled(page, 'Phone number').fill('+1 415 555 0123');
      await failNextCall(page, '/api/user/phone');
      await clickButton(page, 'Add Phone Number');
      await waitForToast(page, 'Failed to update phone number');
      await clickButton(page, 'Add Phone Number');
      await waitForText(page, 'Phone number cannot be changed once added');

      await clickButton(page, 'Send Verification Code');
      await waitForToast(page, 'Please fill in all password fields');
      await fillInputs(page, {
        'Current password': 'a pass word',
        'New password': '12345',
        'Confirm new password': '123',
      });
      await clickButton(page, 'Send Verification Code');
      await waitForText(page, 'Password must be at least 6 characters long');
      await waitForText(page, 'Passwords do not match');
      await fillInputs(page, { 'New password': 'sixsix', 'Confirm new password': 'sixsix' });
      await failNextCall(page, '/api/auth/send-password-otp');
      await clickButton(page, 'Send Verification Code');
      await waitForToast(page, 'Failed to send OTP');
      await clickButton(page, 'Send Verification Code');
      await expectSoon(() => page.getByRole('timer').innerText()).toMatch(/^(10:00|9:5\d)$/);
      await clickButton(page, 'Change Password');
      await waitForText(page, 'Please enter the verification code');
      await inputLabeled(page, 'Verification code').fill('1234567');
      await expectSoon(() => inputLabeled(page, 'Verification code').inputValue()).toBe('123456');
      await clickButton(page, 'Cancel');
      await inputLabeled(page, 'Verification code').waitFor({ state: 'detached' });
      const first = await mail.waitForMail(email, ({ subject }) => /password change code/.test(subject));
      await query(
        database.superUrl,
        `update emailed_code set created_at = created_at - interval '61 seconds'`,
      );
      await clickButton(page, 'Send Verification Code');
      await inputLabeled(page, 'Verification code').waitFor();
      await expectSoon(() => inputLabeled(page, 'Verification code').inputValue()).toBe('');
      const second = await mail.waitForMail(
        email,
        ({ id, subject }) => id !== first.id && /password change code/.test(subject),
      );
      await inputLabeled(page, 'Verification code').fill(/\b\d{6}\b/.exec(second.text)?.[0] ?? '');
      await failNextCall(page, '/api/auth/change-password');
      await clickButton(page, 'Change Password');
      await waitForToast(page, 'Failed to change password');
      await clickButton(page, 'Change Password');
      await waitForToast(page, 'Password changed');
      await inputLabeled(page, 'Verification code').waitFor({ state: 'detached' });
      for (const label of ['Current password', 'New password', 'Confirm new password']) {
        await expectSoon(() => inputLabeled(page, label).inputValue()).toBe('');
      }
    });
  });

  it('send money, and see why a transfer is refused [TRF-1, TRF-3, TRF-4, TRF-5, TRF-7, TRF-8, TRF-10, TRF-11, TRF-23]', async () => {
    const client = await customerWith(9000);
    await withPageAs('send money', client, async (page) => {
      await open(page, '/send-money');
      const tabs = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link');
      await tabs.first().waitFor();
      expect(await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
        expect.arrayContaining(['/dashboard', '/analytics', '/settings']),
      );
      await clickButton(page, 'Review Transfer');
      await waitForToast(page, 'Please fill in all required fields');
      await fillInputs(page, {
        'Recipient name': 'Corner Greens',
        'Account number': '310447825',
        Purpose: 'Grocery box',
      });
      await inputLabeled(page, 'Routing number').fill('02100a0021');
      await expectSoon(() => inputLabeled(page, 'Routing number').inputValue()).toBe('021000021');
      const refused: [string, string][] = [
        ['0', 'Amount must be greater than $0'],
        ['9,000.01', "You don't have enough money. Available balance: $9,000.00"],
      ];
      for (const [amount, text] of refused) {
        await inputLabeled(page, 'Amount').fill(amount);
        await clickButton(page, 'Review Transfer');
        await waitForToast(page, text);
      }
      const limit = page.getByRole('alert').filter({ hasText: 'Daily Withdrawal Limit Exceeded' });
      await inputLabeled(page, 'Amount').fill('2000.01');
      await clickButton(page, 'Review Transfer');
      await limit.waitFor();
      await inputLabeled(page, 'Net amount').fill('98');
      await expectSoon(() => inputLabeled(page, 'Amount').inputValue()).toBe('100.00');
      await inputLabeled(page, 'Amount').fill('2000');
      await expectSoon(() => inputLabeled(page, 'Net amount').inputValue()).toBe('1960.00');
      await clickButton(page, 'Review Transfer');
      await failNextCall(page, '/api/transfer/request');
      await clickButton(page, 'Confirm and Send');
      await waitForToastWith(page, 'Transfer Failed', 'Failed to submit transfer request');
      await clickButton(page, 'Confirm and Send');
      await page.getByRole('heading', { name: 'Transfer request submitted' }).waitFor();
      const sentAt = performance.now();
      await page.waitForURL('**/dashboard');
      expect(performance.now() - sentAt).toBeGreaterThan(1500);
      expect(performance.now() - sentAt).toBeLessThan(5000);

      // Not even another cent can be sent on the same day.
      await open(page, '/send-money');
      await fillInputs(page, {
        'Recipient name': 'Corner Greens',
        'Account number': '310447825',
        Purpose: 'Grocery box',
      });
      await fillInputs(page, { 'Routing number': '021000021', Amount: '0.01' });
      await clickButton(page, 'Review Transfer');
      await limit.filter({ hasText: "You've reached today's limit." }).waitFor();
    });
  });

  it('see the figures and charts on the Analytics page [ANA-2, ANA-3, ANA-5]', async () => {
    const alice = await signIn(api.baseUrl, 'alice');
    await withPageAs('analytics', alice, async (page) => {
      await open(page, '/analytics');
      await waitForText(page, 'Track your financial performance and spending patterns');
      await page.getByRole('heading', { name: 'Balance History' }).waitFor();
      const main = await page.getByRole('main').innerText();
      expect(main).toMatch(
        /Current Balance\s+\$[\d,]+\.\d\d\s+(Up|Down)\s+[+−-]\$[\d,]+\.\d\d\s+\(\d+\.\d%\)/,
      );
      expect(main).toMatch(/Total Spending\s+\$[\d,]+\.\d\d\s+Recent transactions/);
      expect(main).toMatch(/Transactions\s+\d+\s+Total count/);
      expect(main).toMatch(/Avg Transaction\s+\$[\d,]+\.\d\d\s+Per transaction/);
      expect(main).toMatch(/Transaction Summary[^]*Credits\s+\d+[^]*Debits\s+\d+[^]*Total\s+\d+/);
      await page.getByRole('img', { name: /^Area chart of the balance/ }).waitFor();
      await page.getByRole('img', { name: /^Donut chart of spending by category: Bills/ }).waitFor();
      await waitForText(page, 'AM');
      const tabs = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link');
      const names = await tabs.allTextContents();
      expect(names.filter((name) => name !== 'Statements')).toEqual([
        'Dashboard',
        'Send Money',
        'Analytics',
        'Settings',
      ]);
      await expectSoon(() => tabs.filter({ hasText: 'Analytics' }).getAttribute('aria-current')).toBe('page');
      await expectSoon(() => page.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe(
        '/dashboard',
      );
    });
  });

  it('write to support, and read the reply [CHAT-2, CHAT-3, CHAT-4, CHAT-5, CHAT-6]', async () => {
    const client = await newCustomer(api.baseUrl, database);
    await withPageAs('contact', client, async (page) => {
      await open(page, '/contact');
      await expectSoon(() => page.getByRole('link', { name: 'Back to Settings' }).getAttribute('href')).toBe(
        '/settings',
      );
      for (const text of ['Live Chat', 'Online', 'Start a conversation', 'Support Hours', 'Quick Help'])
        await waitForText(page, text);
      await waitForText(page, "Send us a message and we'll get back to you soon!");
      await waitForText(page, 'Press Enter to send, Shift+Enter for new line');
      const main = await page.getByRole('main').innerText();
      expect(main).toMatch(
        /EST[^]*Monday - Friday\s+9:00 AM - 6:00 PM\s+Saturday\s+10:00 AM - 4:00 PM\s+Sunday\s+Closed/,
      );
      expect(main).toContain('5-15 minutes');
      const topics = [
        'Account verification',
        'Transfer issues',
        'Password reset',
        'KYC applications',
        'Balance inquiries',
      ];
      for (const topic of topics) await waitForText(page, topic);
      expect(main).toMatch(/urgent issues outside support hours[^]*describe your problem in detail/);

      const text = page.getByPlaceholder('Type your message...');
      const send = page.getByRole('button', { name: 'Send', exact: true });
      await expectSoon(() => send.isDisabled()).toBe(true);
      await text.fill('   ');
      await expectSoon(() => send.isDisabled()).toBe(true);
      await text.press('Enter');
      await waitForToastWith(page, 'Message Required', 'Please enter a message');
      await text.fill('<img src=x onerror="window.wasHere = 1">');
      await text.press('Shift+Enter');
      await text.pressSequentially('second line');
      await failNextCall(page, '/api/chat/send');
      await text.press('Enter');
      await waitForToastWith(page, 'Error', 'Failed to send message');
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/chat/send', (route) => released.then(() => route.continue()), { times: 1 });
      await text.press('Enter');
      await page.locator('textarea:disabled').waitFor();
      await expectSoon(() => page.locator('form button[type=submit]').isDisabled()).toBe(true);
      release();
      await waitForToastWith(page, 'Message Sent', 'Your message has been sent to our support team');
      await expectSoon(() => text.inputValue()).toBe('');
      await page
        .getByRole('log')
        .getByText('<img src=x onerror="window.wasHere = 1">\nsecond line')
        .waitFor();
      expect(await page.evaluate(() => 'wasHere' in window)).toBe(false);
      await admin.post(`/api/admin/chats/${await userIdOf(client)}/reply`, { message: 'We are on it' });
      await open(page, '/contact');
      await page
        .getByRole('listitem')
        .filter({ hasText: 'We are on it' })
        .getByText('Support', { exact: true })
        .waitFor();
    });
  });

  it('see user input as text, never as markup [SEC-8]', async () => {
    const client = await customerWith(100);
    const markup = '<img src=x onerror="window.wasHere=1">';
    const response = await client.post('/api/transfer/request', {
      ...{
        amount: 5,
        recipientName: markup,
        recipientAccount: '1',
        recipientRouting: '021000021',
        purpose: markup,
      },
    });
    expect(response.status).toBe(201);
    await withPageAs('markup', client, async (page) => {
      await open(page, '/dashboard');
      await page.getByText(`Transfer to ${markup}`).click();
      await page.getByRole('dialog').getByText(markup).first().waitFor();
      expect(await page.evaluate(() => 'wasHere' in window)).toBe(false);
    });
    await withPageAs('markup for admins', admin, async (page) => {
      await open(page, '/admin');
      await page.getByRole('tab', { name: 'Outgoing Pays' }).click();
      await page.getByText(markup).first().waitFor();
      expect(await page.evaluate(() => 'wasHere' in window)).toBe(false);
    });
  });
});

/** A customer with an account number and this many dollars. */
async function customerWith(dollars: number): Promise<HttpClient> {
  const client = await newCustomer(api.baseUrl, database);
  const userId = await userIdOf(client);
  const requestId = await requestAccount(database, userId);
  await decide(`account-requests/${requestId}`, { status: 'approved' });
  await decide(`users/${userId}/balance`, { accountBalance: dollars });
  return client;
}

describe('API calls', () => {
  it('have JSON bodies [UI-15]', () => {
    expect([...contentTypes]).toEqual(['application/json']);
  });

  it.each([
    ['GET /api/auth/user', []],
    ['POST /api/auth/login', ['email', 'password']],
    ['POST /api/auth/register', ['email', 'password', 'firstName', 'lastName', 'moniker', 'phoneNumber']],
    ['POST /api/auth/verify-email', ['email', 'otp']],
    ['POST /api/auth/resend-verification', ['email']],
    ['POST /api/auth/send-password-otp', ['currentPassword']],
    ['POST /api/auth/change-password', ['currentPassword', 'newPassword', 'otpCode']],
    ['PUT /api/user/phone', ['phoneNumber']],
    ['GET /api/account/summary', []],
    ['GET /api/transactions/recent', []],
    ['GET /api/kyc/status', []],
    [
      'POST /api/transfer/request',
      ['amount', 'recipientName', 'recipientAccount', 'recipientRouting', 'purpose'],
    ],
    ['GET /api/chat/messages', []],
    ['POST /api/chat/send', ['message']],
  ])(
    'include %s with exactly the fields of the contract [REG-10, AUTH-6, AUTH-9, ACC-7, UI-15]',
    (call, fields) => {
      expect([...(requestedFields.get(call) ?? ['never called'])].sort()).toEqual([...fields].sort());
    },
  );
});
