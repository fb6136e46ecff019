import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CARLA, waitForToast, type Newcomer } from '../web/bank.fixtures.js';
import { fillFields, toastRegion } from '../web/browser.fixtures.js';
import { withPage, useBank, useBrowser } from '../harness/index.js';

const REGISTER = '**/api/auth/register';

const bank = useBank();
const browser = useBrowser();

async function fillInRegistration(page: Page, person: Newcomer): Promise<void> {
  await page.goto(`${bank.api.baseUrl}/auth`);
  await page.getByRole('tab', { name: 'Get Started' }).click();
  await fillFields(page, [
    ['First name', person.firstName],
    ['Last name', person.lastName],
    ['Moniker', person.moniker],
    ['E-mail', person.email],
    ['Phone number', person.phoneNumber],
    ['Password', person.password],
    ['Confirm password', person.password],
  ]);
}

const waitForVerifyScreen = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Check Your Email' }).waitFor();

it('sends a form once if it is submitted twice at the same moment [UI-26]', async () => {
  await withPage(browser, 'double submit', async (page) => {
    let count = 0;
    await page.route(REGISTER, async (route) => {
      count += 1;
      await route.continue();
    });
    await fillInRegistration(page, CARLA);
    await page.locator('form').evaluate((form) => {
      (form as HTMLFormElement).requestSubmit();
      (form as HTMLFormElement).requestSubmit();
    });
    await waitForVerifyScreen(page);
    await waitForToast(page, 'Registration successful');
    await page.evaluate(() => fetch('/healthz').then((response) => response.text()));
    expect(count).toBe(1);
    expect(await toastRegion(page).getByText('Registration failed').count()).toBe(0);
  });
});

it('recognizes a registration whose answer was lost [REG-18]', async () => {
  const person = { ...CARLA, email: 'lost@newcomer.example', moniker: 'lost_answer' };
  await withPage(browser, 'lost registration', async (page) => {
    await page.route(
      REGISTER,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await fillInRegistration(page, person);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await waitForToast(page, 'The bank did not answer.');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await waitForVerifyScreen(page);
    await waitForToast(page, 'Registration successful');
  });
});
