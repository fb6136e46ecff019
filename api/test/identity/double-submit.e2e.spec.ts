import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CARLA, waitForToast, type Newcomer } from '../web/bank.fixtures.js';
import { fillInRegistration, loseAnswer, toastRegion } from '../web/browser.fixtures.js';
import { expectSoon, withPage, useBank, useBrowser } from '../harness/index.js';

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

it('a form is sent only once if it is submitted twice at the same moment [UI-26]', async () => {
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

it('the focus stays on the button while its form is sent [UI-70]', async () => {
  await withPage(browser, 'focus of a busy button', async (page) => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    let count = 0;
    await page.route('**/api/auth/login', async (route) => {
      count += 1;
      await held;
      await route.fulfill({ status: 503, json: { message: 'The bank is busy' } });
    });
    await page.goto(`${bank.api.baseUrl}/auth`);
    await page.getByLabel('Email').fill(CARLA.email);
    await page.getByLabel('Password', { exact: true }).fill('some password');
    const submit = page.locator('form button[type=submit]');
    await submit.focus();
    await page.keyboard.press('Enter');
    await expectSoon(() => submit.getAttribute('aria-busy')).toBe('true');
    await page.keyboard.press('Enter');
    await page.getByLabel('Email').press('Enter');
    await submit.focus();
    answer();
    await expectSoon(() => submit.getAttribute('aria-busy')).toBe(null);
    expect(await submit.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(count).toBe(1);
  });
});

it('a repeated registration is recognized if the response to the first one was lost [REG-18]', async () => {
  const person = { ...CARLA, email: 'lost@newcomer.example', moniker: 'lost_answer' };
  await withPage(browser, 'lost registration', async (page) => {
    await loseAnswer(page, REGISTER);
    await openRegistration(page, person);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await waitForToast(page, "We didn't get a response.");
    await page.getByRole('button', { name: 'Create Account' }).click();
    await waitForVerifyScreen(page);
    await waitForToast(page, 'Registration successful');
  });
});
