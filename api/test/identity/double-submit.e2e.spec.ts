import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CARLA, waitForToast, type Newcomer } from '../web/bank.fixtures.js';
import { fillInRegistration, loseAnswer, toastRegion } from '../web/browser.fixtures.js';
import { withPage, useBank, useBrowser } from '../harness/index.js';

const REGISTER = '**/api/auth/register';

const bank = useBank();
const browser = useBrowser();

async function openRegistration(page: Page, person: Newcomer): Promise<void> {
  await page.goto(`${bank.api.baseUrl}/auth`);
  await page.getByRole('tab', { name: 'Get Started' }).click();
  await fillInRegistration(page, person);
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
    await openRegistration(page, CARLA);
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
    await loseAnswer(page, REGISTER);
    await openRegistration(page, person);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await waitForToast(page, "The bank didn't respond.");
    await page.getByRole('button', { name: 'Create Account' }).click();
    await waitForVerifyScreen(page);
    await waitForToast(page, 'Registration successful');
  });
});
