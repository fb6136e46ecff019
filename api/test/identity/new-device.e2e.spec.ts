import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withPage, useBrowser } from '../harness/index.js';
import { signInOnPage } from '../web/bank.fixtures.js';
import { verifiedUser, useEmptyBank } from './auth.fixtures.js';
import { submitSignIn } from '../web/browser.fixtures.js';

const bank = useEmptyBank('PostgreSQL', { env: { NEW_DEVICE_MAIL: 'on' } });
const browser = useBrowser();

const open = (page: Page, path: string) => page.goto(bank.api.baseUrl + path);

/** Expects a screen for signed-in users to redirect to sign-in. */
async function expectSignedOut(page: Page): Promise<void> {
  await open(page, '/settings');
  await page.waitForURL('**/auth**');
}

describe('a sign-in from a second browser', () => {
  it('is reported by email, and the link in the email locks the account and signs out both browsers [AUTH-60, AUTH-61]', async () => {
    const { email, password } = await verifiedUser(bank);
    await withPage(browser, 'new device, first browser', async (first) => {
      await open(first, '/secure-account#half');
      await first.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
      expect(await first.getByRole('button', { name: 'Lock My Account' }).count()).toBe(0);
      await signInOnPage(first, bank.api.baseUrl, email, password);
      await withPage(browser, 'new device, second browser', async (second) => {
        await signInOnPage(second, bank.api.baseUrl, email, password);
        const mail = await bank.mail.waitForMail(email, ({ subject }) => subject.startsWith('New sign-in'));
        const link = new URL(/https?:\S+\/secure-account#[\w-]+/.exec(mail.text)?.[0] ?? '');

        await open(first, link.pathname + link.hash);
        await first.getByRole('heading', { name: "Wasn't this you?" }).waitFor();
        await second.reload();
        await second.getByRole('heading', { name: 'Welcome back!' }).waitFor();

        await first.getByRole('button', { name: 'Lock My Account' }).press('Enter');
        await first.getByRole('heading', { name: 'Your account is locked' }).waitFor();
        await expectSignedOut(first);
        await expectSignedOut(second);

        await open(first, link.pathname + link.hash);
        await first.getByRole('button', { name: 'Lock My Account' }).click();
        await first.getByRole('alert').getByText('This link has expired or was already used').waitFor();
        expect(await first.getByText('lock it now').count()).toBe(0);
        await submitSignIn(second, email, password);
        await second
          .getByText('Your account is frozen. Please write to support@moniker.example.')
          .first()
          .waitFor();
      });
    });
  });
});
