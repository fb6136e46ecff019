import { describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import {
  DEMO_PASSWORD,
  expectSoon,
  signIn,
  use,
  useApi,
  useBank,
  useBrowser,
  waitFor,
  withPage,
} from '../harness/index.js';
import { App, expireConfirmations, forgetUsedCodes, passkeyAddress } from './second-factors.fixtures.js';
import { button, field, submitSignIn } from '../web/browser.fixtures.js';

const ALICE = 'alice@moniker.example';
const BOB = 'bob@moniker.example';
const ADMIN = 'admin@moniker.example';

const bank = useBank();
const { database } = bank;
const browser = useBrowser();
const [address, strictAddress] = [use(passkeyAddress), use(passkeyAddress)];
useApi(() => ({ database, env: { PUBLIC_URL: address.baseUrl }, port: address.port }));
useApi(() => ({
  database,
  env: { PUBLIC_URL: strictAddress.baseUrl, ADMIN_MFA: 'required' },
  port: strictAddress.port,
}));

/** Gives the browser an authenticator that confirms its user immediately, as a fingerprint reader would. */
async function addVirtualAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal' } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
}

async function enterPassword(page: Page, email: string, url = address.baseUrl): Promise<void> {
  await page.goto(`${url}/auth`);
  await submitSignIn(page, email);
}

const signedIn = (page: Page): Promise<void> => page.getByRole('link', { name: 'Logout' }).waitFor();

async function signOut(page: Page): Promise<void> {
  // Uses the keyboard, because the toast about a change covers the link for five seconds.
  await page.getByRole('link', { name: 'Logout' }).press('Enter');
  await page.getByRole('link', { name: 'Login' }).first().waitFor();
}

/** Returns the recovery codes from the open dialog and closes the dialog. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const texts = await codes.allTextContents();
  await button(page, "I've Saved Them").click();
  return texts;
}

async function addPasskey(page: Page, name: string): Promise<string[]> {
  await button(page, 'Add a Passkey').click();
  await field(page, 'Name').fill(name);
  await button(page, 'Continue').click();
  return saveRecoveryCodes(page);
}

const factors = (page: Page) => page.getByRole('list', { name: 'Two-step sign-in methods' });

const confirmDialog = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });

describe('signing out everywhere', () => {
  it('ends all sessions, including the current one [SET-11]', async () => {
    const elsewhere = await signIn(address.baseUrl, 'bob');
    await withPage(browser, 'sign out everywhere', async (page) => {
      await enterPassword(page, BOB);
      await signedIn(page);
      await page.goto(`${address.baseUrl}/settings`);
      await button(page, 'Sign Out Everywhere').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign Out Everywhere' }).click();
      await page.getByRole('link', { name: 'Login' }).first().waitFor();
      await waitFor(
        async () => (await page.context().cookies()).every(({ name }) => name !== 'moniker_session'),
        {
          what: 'the session cookie to be removed',
        },
      );
      expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
    });
  });
});

describe('passkeys', () => {
  it('can be added, used and removed, and a recovery code works in their place [SET-10, SET-12]', async () => {
    await signIn(address.baseUrl, 'alice');
    await withPage(browser, 'passkeys', async (page, context) => {
      await addVirtualAuthenticator(context, page);
      await enterPassword(page, ALICE);
      await signedIn(page);
      await page.goto(`${address.baseUrl}/settings`);
      await page.getByRole('heading', { name: 'Two-Step Sign-In' }).waitFor();
      const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem');
      await expectSoon(() => devices.count()).toBeGreaterThan(1);
      const codes = await addPasskey(page, 'Laptop');
      expect(codes).toHaveLength(10);
      // The first factor ended the other session (AUTH-76).
      await page.getByText("You're not signed in anywhere else.").waitFor();
      await factors(page).getByText('Laptop').waitFor();
      const hasFocus = () =>
        button(page, 'Add a Passkey').evaluate((control) => control === control.ownerDocument.activeElement);
      await waitFor(hasFocus, { what: 'focus to return to the button that opened the dialog' });
      await signOut(page);

      await enterPassword(page, ALICE);
      await page.getByRole('heading', { name: 'One more step' }).waitFor();
      await button(page, 'Use a Passkey').click();
      await signedIn(page);

      await expireConfirmations(bank.database);
      await page.goto(`${address.baseUrl}/settings`);
      await page.getByRole('button', { name: 'Remove Laptop' }).click();
      await button(page, 'Remove').click();
      await confirmDialog(page).getByRole('button', { name: 'Use a Passkey' }).click();
      await factors(page).getByText('Laptop').waitFor({ state: 'detached' });
      await signOut(page);

      await enterPassword(page, ALICE);
      await signedIn(page);
      await page.goto(`${address.baseUrl}/settings`);
      // The removed passkey is still in the authenticator, which now also gets a new one.
      const [code = ''] = await addPasskey(page, 'Phone');
      await signOut(page);
      await enterPassword(page, ALICE);
      await button(page, 'Use a recovery code').click();
      await page.getByLabel('Recovery code').fill('AAAAA');
      await button(page, 'Confirm').click();
      await page.getByText('Enter a recovery code such as ABCDE-23456').first().waitFor();
      await page.getByLabel('Recovery code').fill('AAAAA-AAAAA');
      await button(page, 'Confirm').click();
      await page.getByText('This code is wrong or was already used').first().waitFor();
      await page.getByLabel('Recovery code').fill(code);
      await button(page, 'Confirm').click();
      await signedIn(page);
      await page.goto(`${address.baseUrl}/settings`);
      await factors(page).getByText('9 of 10 left', { exact: false }).waitFor();
    });
  });

  it('can be set up by an admin before the admin area opens, and used to confirm an export [SET-12]', async () => {
    await withPage(browser, 'admin set-up', async (page, context) => {
      await addVirtualAuthenticator(context, page);
      await enterPassword(page, ADMIN, strictAddress.baseUrl);
      await signedIn(page);
      const setUp = page.getByRole('dialog', { name: 'Set up a second factor' });
      await setUp.getByRole('button', { name: 'Add a Passkey' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Key');
      await button(page, 'Continue').click();
      await saveRecoveryCodes(page);
      await page.goto(`${strictAddress.baseUrl}/admin?tab=users`);
      await page.getByRole('table', { name: 'Users' }).waitFor();

      await expireConfirmations(bank.database);
      await page.getByRole('link', { name: 'CSV' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        confirmDialog(page).getByRole('button', { name: 'Use a Passkey' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('users.csv');
    });
  });
});

describe('an authenticator app', () => {
  it('needs the password again at set-up if the user signed in over five minutes ago and has no second factor yet [SET-12]', async () => {
    await withPage(browser, 'password again', async (page) => {
      await enterPassword(page, BOB);
      await signedIn(page);
      await expireConfirmations(bank.database);
      await page.goto(`${address.baseUrl}/settings`);
      await button(page, 'Set Up').click();
      await confirmDialog(page).getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
      await confirmDialog(page).getByRole('button', { name: 'Confirm', exact: true }).click();
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    });
  });

  it('is set up with its secret and then used to sign in [SET-10]', async () => {
    await withPage(browser, 'authenticator app', async (page) => {
      await enterPassword(page, BOB);
      await signedIn(page);
      await page.goto(`${address.baseUrl}/settings`);
      await button(page, 'Set Up').click();
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
      const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
      const app = new App(secret.replaceAll(' ', ''));
      await page.getByLabel('6-digit code').fill(app.wrongCode());
      await button(page, 'Add App').click();
      await page.getByText('This code is wrong or was already used').first().waitFor();
      await page.getByLabel('6-digit code').fill(app.code());
      await button(page, 'Add App').click();
      await saveRecoveryCodes(page);
      await signOut(page);

      await forgetUsedCodes(bank.database);
      await enterPassword(page, BOB);
      await page.getByLabel('6-digit code').fill(app.code());
      await button(page, 'Confirm').click();
      await signedIn(page);
    });
  });
});
