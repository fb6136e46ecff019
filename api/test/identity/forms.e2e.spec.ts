import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signInOnPage, waitForToast } from '../web/bank.fixtures.js';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import {
  decideKyc,
  failNextCall,
  pathOf,
  shareSession,
  submitApplication,
  fillInRegistration,
  field,
} from '../web/browser.fixtures.js';
import { query, waitFor, withPage, useBrowser, expectSoon } from '../harness/index.js';
import { newPerson, signedInClient, verifiedUser, type Person, useEmptyBank } from './auth.fixtures.js';

const bank = useEmptyBank();
const browser = useBrowser();

const open = (page: Page, path: string) => page.goto(bank.api.baseUrl + path);

const isInvalid = (page: Page, label: string) =>
  page.waitForFunction(
    (name) =>
      [...document.querySelectorAll('label')]
        .find((element) => element.textContent === name)
        ?.parentElement?.querySelector('[aria-invalid="true"]'),
    label,
  );

async function openAs(page: Page, person: Person, path: string): Promise<void> {
  await shareSession(page.context(), await signedInClient(bank, person));
  await open(page, path);
}

describe('a reset code', () => {
  const LIMITS = 'We send at most one a minute and five an hour.';

  it('can be requested again after a countdown, with the same message for an unknown address [AUTH-12, AUTH-33]', async () => {
    const known = await verifiedUser(bank);
    const messages: string[] = [];
    for (const email of [known.email, 'nobody@newcomer.example']) {
      await withPage(browser, 'resend', async (page) => {
        await page.clock.install();
        await open(page, '/forgot-password');
        await field(page, 'Email').fill(email);
        await page.getByRole('button', { name: 'Send Reset Code' }).click();
        const resend = page.getByRole('button', { name: 'Resend code' });
        await page.getByText('You can get another code in').waitFor();
        await expectSoon(() => resend.isDisabled()).toBe(true);
        await page.clock.fastForward(61_000);
        await waitFor(() => resend.isEnabled(), { what: 'the end of the countdown' });
        await failNextCall(page, '/api/auth/forgot-password');
        await resend.click();
        await waitForToast(page, 'Failed to resend reset code');
        await resend.click();
        await waitForToast(page, LIMITS);
        const toasts = page.getByRole('region', { name: /notifications/i });
        messages.push((await toasts.getByText(LIMITS).first().textContent()) ?? '');
        await page.getByText('You can get another code in').waitFor();
        await expectSoon(() => resend.isDisabled()).toBe(true);
      });
    }
    expect(messages[0]).toContain('a reset code is on its way');
    expect(messages[1]).toBe(messages[0]);
  });
});

describe('the pages for visitors', () => {
  it('open the tab named in the URL, and “Get Started” links lead to the registration tab [AUTH-34]', async () => {
    await withPage(browser, 'tabs', async (page) => {
      await open(page, '/');
      await page.getByRole('link', { name: 'Get Started Free' }).first().click();
      await page.waitForURL('**/auth?tab=register');
      await page.getByRole('button', { name: 'Create Account' }).waitFor();
      await page.reload();
      await page.getByRole('tab', { name: 'Get Started', selected: true }).waitFor();
      await page.getByRole('tab', { name: 'Sign In' }).click();
      await page.waitForURL('**/auth');
      for (const path of ['/', '/features', '/about']) {
        await open(page, path);
        const links = page.getByRole('link', { name: /^Get Started/ });
        await links.first().waitFor();
        const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
        expect(hrefs.length).toBeGreaterThan(1);
        expect([...new Set(hrefs)]).toEqual(['/auth?tab=register']);
      }
    });
  });

  it('tell the truth about cookies, support hours and transfers [UI-80]', async () => {
    await withPage(browser, 'our own sentences', async (page, context) => {
      const seen: string[] = [];
      for (const path of ['/', '/features', '/about', '/auth', '/privacy']) {
        await open(page, path);
        await page.getByRole('main').getByRole('heading').first().waitFor();
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          seen.push(await page.locator('body').innerText());
        }
        seen.push(await page.locator('body').innerText());
      }
      const text = seen.join('\n');
      expect(text).not.toMatch(
        /around the clock|day and night|answers within minutes|sent in seconds|one cookie/i,
      );
      expect(text).toContain('Replies in 5-15 minutes during support hours');
      const user = await verifiedUser(bank);
      await signInOnPage(page, bank.api.baseUrl, user.email, user.password);
      expect(await context.cookies()).toHaveLength(3);
      expect(text).toContain('Signing in sets three cookies');
    });
  });

  it('keep the email address from one screen to the next [AUTH-34]', async () => {
    await withPage(browser, 'email', async (page) => {
      const email = 'ada@newcomer.example';
      const seeEmail = () =>
        waitFor(async () => (await field(page, 'Email').inputValue()) === email, {
          what: 'the address to be kept',
        });
      await open(page, '/auth');
      await field(page, 'Email').fill(email);
      await page.getByRole('tab', { name: 'Get Started' }).click();
      await page.getByRole('button', { name: 'Create Account' }).waitFor();
      await seeEmail();
      await page.getByRole('tab', { name: 'Sign In' }).click();
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.getByRole('button', { name: 'Send Reset Code' }).waitFor();
      await seeEmail();
      await page.getByRole('button', { name: 'Back to Login' }).click();
      await page.getByRole('button', { name: 'Sign In' }).waitFor();
      await expectSoon(() => pathOf(page)).toBe('/auth');
      await seeEmail();
    });
  });

  it('mark a taken moniker, a taken email address and an invalid phone number [REG-19]', async () => {
    const { moniker, email } = await verifiedUser(bank);
    await withPage(browser, 'registration', async (page) => {
      await open(page, '/auth?tab=register');
      await fillInRegistration(page, { ...newPerson(), moniker, phoneNumber: '12 34' });
      const create = page.getByRole('button', { name: 'Create Account' });
      await create.click();
      await isInvalid(page, 'Phone number');
      await waitForToast(page, 'Please enter a valid phone number');
      await field(page, 'Phone number').fill('+1 415 555 0123');
      await create.click();
      await isInvalid(page, 'Moniker');
      await page.getByRole('main').getByText('This moniker is already taken').waitFor();
      await field(page, 'Moniker').fill(newPerson().moniker);
      await field(page, 'Email').fill(email);
      await create.click();
      await isInvalid(page, 'Email');
      await page.getByRole('main').getByText('An account with this email already exists').waitFor();
    });
  });
});

describe('the application form', () => {
  it('fills in the name, refuses an impossible SSN before the uploads, and questions a ZIP code from another state [KYC-30]', async () => {
    const person = await verifiedUser(bank);
    await withPage(browser, 'application', async (page) => {
      await openAs(page, person, '/apply-checking');
      const next = page.getByRole('button', { name: 'Next' });
      await next.waitFor();
      await expectSoon(() => field(page, 'First name').inputValue()).toBe(person.firstName);
      await expectSoon(() => field(page, 'Last name').inputValue()).toBe(person.lastName);
      await field(page, 'Street address').fill('1 Main Street');
      await field(page, 'City').fill('San Francisco');
      await field(page, 'State').fill('CA');
      await field(page, 'ZIP code').fill('10001');
      await page
        .getByText("This ZIP code doesn't seem to be in CA. Please check the ZIP code and the state.")
        .waitFor();
      await field(page, 'Social Security number').fill('666-12-3456');
      await next.click();
      await isInvalid(page, 'Social Security number');
      await waitForToast(page, "This isn't a valid Social Security number. Please check it.");
      await field(page, 'Social Security number').fill('219-09-9999');
      await next.click();
      await page.getByRole('heading', { name: 'Proof of identity' }).waitFor();
    });
  });
});

describe('the application after a rejection', () => {
  it('can be filled in from the rejected one, except for the SSN [KYC-31]', async () => {
    const client = await signedInClient(bank, await verifiedUser(bank));
    expect((await client.get('/api/kyc/rejected-application')).status).toBe(404);
    await submitApplication(client, { street: '9 Harbor Road' });
    expect((await client.get('/api/kyc/rejected-application')).status).toBe(404);
    const admin = await newAdmin(bank.api.baseUrl, bank.database);
    await decideKyc(admin, client, { status: 'reject', notes: 'The picture is blurred' });
    await withPage(browser, 'second application', async (page, context) => {
      await shareSession(context, client);
      await open(page, '/apply-checking');
      await page.getByRole('button', { name: 'Use my last details' }).click();
      await waitFor(async () => (await field(page, 'Street address').inputValue()) === '9 Harbor Road', {
        what: 'the street to be filled in',
      });
      await expectSoon(() => field(page, 'ZIP code').inputValue()).toBe('94105');
      await expectSoon(() => page.getByLabel('Social Security number').inputValue()).toBe('');
    });
  });
});

describe('a password change', () => {
  it('reports a wrong current password before it emails a code [AUTH-35]', async () => {
    const person = await verifiedUser(bank);
    await withPage(browser, 'password', async (page) => {
      await openAs(page, person, '/settings');
      await field(page, 'Current password').fill('not the password');
      await field(page, 'New password').fill('harbor lights');
      await field(page, 'Confirm new password').fill('harbor lights');
      const send = page.getByRole('button', { name: 'Send Verification Code' });
      await send.click();
      await isInvalid(page, 'Current password');
      await waitForToast(page, 'Current password is incorrect');
      await field(page, 'Current password').fill(person.password);
      await send.click();
      await waitForToast(page, 'We sent a verification code to your email address.');
      await page.getByRole('button', { name: 'Change Password' }).waitFor();
    });
  });

  it('says that no second code is sent within a minute, and counts down until the first one expires [AUTH-37]', async () => {
    const person = await verifiedUser(bank);
    const client = await signedInClient(bank, person);
    const request = () =>
      client.post<{ isSent: boolean; expiresInSeconds: number }>('/api/auth/send-password-otp');
    expect((await request()).body).toMatchObject({ isSent: true, expiresInSeconds: expect.any(Number) });
    await query(
      bank.database.superUrl,
      `update emailed_code set expires_at = expires_at - interval '30 seconds'`,
    );
    const { body } = await request();
    expect(body.isSent).toBe(false);
    expect(body.expiresInSeconds).toBeGreaterThan(500);
    expect(body.expiresInSeconds).toBeLessThanOrEqual(570);

    await withPage(browser, 'second code', async (page) => {
      await openAs(page, person, '/settings');
      await field(page, 'Current password').fill(person.password);
      await field(page, 'New password').fill('harbor lights');
      await field(page, 'Confirm new password').fill('harbor lights');
      await page.getByRole('button', { name: 'Send Verification Code' }).click();
      await waitForToast(page, 'No new code was sent. We send at most one a minute and five an hour.');
      await expectSoon(() => page.getByRole('timer').textContent()).toMatch(/^(9:[0-3]|8:)/);
    });
  });

  it('emails a code if the request omits the current password, but not if the current password in it is wrong [AUTH-35]', async () => {
    const client = await signedInClient(bank, await verifiedUser(bank));
    const refused = await client.post('/api/auth/send-password-otp', { currentPassword: 'not the password' });
    expect([refused.status, refused.body]).toMatchObject([400, { fields: ['currentPassword'] }]);
    expect((await client.post('/api/auth/send-password-otp')).status).toBe(200);
  });
});

describe("a new customer's dashboard", () => {
  it('shows three steps and an empty transaction list, and links to the first open step [DASH-17]', async () => {
    const person = await verifiedUser(bank);
    await withPage(browser, 'first steps', async (page) => {
      await openAs(page, person, '/dashboard');
      const steps = page.getByRole('region', { name: 'Get started' });
      await steps.waitFor();
      await expectSoon(() => steps.getByRole('listitem').count()).toBe(3);
      await page.getByText('No transactions yet').waitFor();
      const current = steps.locator('[aria-current="step"]');
      await expectSoon(() => current.textContent()).toContain('Apply for a checking account');
      await current.getByRole('link', { name: 'Start the application' }).click();
      await page.waitForURL('**/apply-checking');
    });
  });
});
