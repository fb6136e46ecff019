import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withPage, useBank, useBrowser } from '../harness/index.js';
import { submitSignIn } from '../web/browser.fixtures.js';

const bank = useBank();
const browser = useBrowser();

async function signIn(page: Page, email: string): Promise<void> {
  await submitSignIn(page, email);
  await page.getByRole('link', { name: 'Logout' }).waitFor();
}

const addressOf = (page: Page): string => page.url().slice(bank.api.baseUrl.length);

it('sign-in opens the screen that required it, and then forgets that screen [AUTH-32]', async () => {
  await withPage(browser, 'return', async (page) => {
    const [newest] = (await bank.alice.get<{ id: string }[]>('/api/transactions/recent')).body;
    const link = `/dashboard?transaction=${newest?.id}`;
    await page.goto(bank.api.baseUrl + link);
    await page.waitForURL(`${bank.api.baseUrl}/auth`);
    await submitSignIn(page, 'alice@moniker.example');
    await page.getByRole('dialog').getByText('What happened').waitFor();
    expect(addressOf(page)).toBe(link);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});

it('sign-in ignores a remembered screen that the user is not allowed to open [AUTH-32]', async () => {
  await withPage(browser, 'return to admin', async (page) => {
    await page.goto(`${bank.api.baseUrl}/admin`);
    await page.waitForURL(`${bank.api.baseUrl}/`);
    await page.goto(`${bank.api.baseUrl}/auth`);
    await signIn(page, 'alice@moniker.example');
    expect(addressOf(page)).toBe('/dashboard');
  });
});

it('every tab shows the user who signed in last, because all tabs share one session [AUTH-36]', async () => {
  await withPage(browser, 'two users', async (page, context) => {
    const other = await context.newPage();
    await other.goto(`${bank.api.baseUrl}/auth`);
    await page.goto(`${bank.api.baseUrl}/auth`);
    await signIn(page, 'alice@moniker.example');
    await page.goto(`${bank.api.baseUrl}/settings`);
    await page.getByText('alice@moniker.example').first().waitFor();
    await signIn(other, 'bob@moniker.example');
    // The page reacts immediately, without a request or a click.
    await page.waitForURL(`${bank.api.baseUrl}/`);
    await page.getByRole('link', { name: 'Logout' }).waitFor();
    await page.goto(`${bank.api.baseUrl}/settings`);
    await page.getByText('bob@moniker.example').first().waitFor();
  });
});
