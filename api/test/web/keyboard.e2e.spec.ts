import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { waitForToast } from './bank.fixtures.js';
import {
  waitForVisible,
  waitForRedirectAfter,
  personalInformation,
  photoFile,
  shareSession,
  stopClock,
} from './browser.fixtures.js';
import { newCustomer, type KycStatus } from '../kyc/kyc.fixtures.js';
import { summaryOf } from '../money/money.fixtures.js';
import { launchBrowser, startDemoBank, waitFor, withPage, type DemoBank } from '../support/index.js';

const TAB_STOPS_MAX = 40;
const FOCUS_TIMEOUT_MS = 5_000;

let bank: DemoBank;
let browser: Browser;

beforeAll(async () => {
  [bank, browser] = await Promise.all([startDemoBank(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await bank.stop();
});

const focused = (page: Page): Locator => page.locator(':focus');
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name });

async function waitForFocus(page: Page, target: Locator): Promise<void> {
  await target.and(focused(page)).waitFor();
}

/** Runs in the page: why the focus is not visible, or null if it is. */
function findFocusProblem(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing has the focus';
  const hasOutline = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration): boolean =>
    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  const hasFocusRing = (candidate: Element): boolean =>
    candidate.getBoundingClientRect().width > 1 &&
    (hasOutline(getComputedStyle(candidate)) || hasOutline(getComputedStyle(candidate, '::after')));
  // A control that is drawn by its label or by an overlay shows its focus ring there.
  const ringed = [element, element.parentElement, element.parentElement?.parentElement].find(
    (candidate) => candidate && hasFocusRing(candidate),
  );
  const name = `<${element.tagName.toLowerCase()}> ${element.getAttribute('aria-label') ?? element.textContent}`;
  if (!ringed) return `${name} has the focus and no focus ring`;
  const { left, top, width, height } = ringed.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!above) return `${name} has the focus outside the viewport`;
  return ringed.contains(above) || above.contains(ringed) ? null : `${name} has the focus and is covered`;
}

async function expectVisibleFocus(page: Page): Promise<void> {
  // Waits, because a skip link slides in when it is focused.
  const isVisible = async (): Promise<boolean> => (await page.evaluate(findFocusProblem)) === null;
  await waitFor(isVisible, { what: 'the focus to show', timeoutMs: FOCUS_TIMEOUT_MS }).catch(() => undefined);
  expect(await page.evaluate(findFocusProblem)).toBeNull();
}

async function pressTab(page: Page, key = 'Tab'): Promise<void> {
  await page.keyboard.press(key);
  await expectVisibleFocus(page);
}

/** Moves to a control with Tab alone, and checks that every stop on the way shows the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < TAB_STOPS_MAX; stop += 1) {
    await pressTab(page, key);
    if ((await target.and(focused(page)).count()) > 0) return;
  }
  throw new Error(`${String(target)} cannot be reached by the keyboard`);
}

/** Moves to each field with one Tab and types its value. */
async function typeInto(page: Page, values: readonly (readonly [string, string])[]): Promise<void> {
  for (const [label, value] of values) {
    await pressTab(page);
    await waitForFocus(page, field(page, label));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(value);
  }
}

async function uploadByKeyboard(page: Page, label: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
  await focused(page).setInputFiles(await photoFile('license.jpg'));
  expect((await stored).status()).toBe(200);
}

async function enterPersonalInformation(page: Page): Promise<void> {
  await pressTab(page);
  await waitForFocus(page, page.getByLabel('Personal'));
  await page.keyboard.press('ArrowDown');
  await waitForFocus(page, page.getByLabel('Business'));
  await page.keyboard.press('ArrowUp');
  await waitForFocus(page, page.getByLabel('Personal'));
  await tabTo(page, button(page, 'Next'));
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Please fill in all required fields');
  // The names are filled in, so the SSN is the first field that is missing.
  await waitForFocus(page, field(page, 'Social Security number'));

  const values = personalInformation();
  await tabTo(page, page.getByLabel('Personal'), 'Shift+Tab');
  await typeInto(page, values.slice(0, 3));
  await pressTab(page);
  await waitForFocus(page, button(page, 'Show number'));
  await typeInto(page, values.slice(3));
  await pressTab(page);
  await waitForFocus(page, button(page, 'Next'));
  await page.keyboard.press('Space');
  await waitForFocus(page, heading(page, 'Proof of identity'));
}

it('completes the KYC application by keyboard alone [KYC-3, UI-17]', async () => {
  const customer = await newCustomer(bank.api.baseUrl, bank.database);
  await withPage(browser, 'KYC by keyboard', async (page, context) => {
    await shareSession(context, customer);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    const apply = page.getByRole('link', { name: 'Apply Checking Account' });
    await apply.waitFor();
    await pressTab(page);
    await waitForFocus(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await waitForFocus(page, page.getByRole('main'));
    await tabTo(page, apply);
    await page.keyboard.press('Enter');
    await waitForFocus(page, page.getByRole('main'));
    await field(page, 'First name').waitFor();
    await enterPersonalInformation(page);

    await uploadByKeyboard(page, 'Driving license, front');
    await uploadByKeyboard(page, 'Driving license, back');
    await tabTo(page, page.getByLabel('Driving license, front'), 'Shift+Tab');
    await tabTo(page, button(page, 'Submit Application'));
    await page.keyboard.press('Enter');
    await waitForFocus(page, heading(page, 'Application Submitted'));
    await heading(page, 'Welcome back!').waitFor();
    await waitForFocus(page, page.getByRole('main'));
  });
  const { body } = await customer.get<KycStatus>('/api/kyc/status');
  expect(body.kyc?.status).toBe('pending');
});

const TRANSFER_FIELDS = [
  ['Recipient name', 'Corner Greens'],
  ['Account number', '310447825'],
  ['Routing number', '021000021'],
  ['Purpose', 'Vegetables'],
] as const;

async function enterTransfer(page: Page): Promise<void> {
  await tabTo(page, button(page, 'Review Transfer'));
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Please fill in all required fields');
  await waitForFocus(page, field(page, 'Amount'));
  await page.keyboard.type('25');
  await pressTab(page);
  await waitForFocus(page, field(page, 'Net amount'));
  expect(await field(page, 'Net amount').inputValue()).toBe('24.50');
  await typeInto(page, TRANSFER_FIELDS);
  await pressTab(page);
  await waitForFocus(page, page.getByLabel('Category'));
  await page.keyboard.press('ArrowDown');
  expect(await page.getByLabel('Category').inputValue()).toBe('food');
  await pressTab(page);
  await waitForFocus(page, button(page, 'Review Transfer'));
  await page.keyboard.press('Space');
  await waitForFocus(page, heading(page, 'Review your transfer'));
}

/** Returns to the form, which keeps its values and focuses its first field, and corrects the amount. */
async function correctAmount(page: Page): Promise<void> {
  await tabTo(page, button(page, 'Edit'));
  await page.keyboard.press('Enter');
  await waitForFocus(page, field(page, 'Amount'));
  expect(await field(page, 'Recipient name').inputValue()).toBe('Corner Greens');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await waitForFocus(page, heading(page, 'Review your transfer'));
}

// At phone width, where the bar at the bottom must not cover the focused element.
it('sends money by keyboard alone [TRF-11, TRF-23, UI-17]', async () => {
  const heldBefore = (await summaryOf(bank.alice)).pendingBalanceCents;
  const scenario = async (page: Page): Promise<void> => {
    await shareSession(page.context(), bank.alice);
    await page.clock.install();
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    const start = button(page, 'Send Money').filter({ visible: true });
    await start.waitFor();
    await tabTo(page, start);
    await page.keyboard.press('Enter');
    await waitForFocus(page, page.getByRole('main'));
    await field(page, 'Amount').waitFor();
    await enterTransfer(page);
    await correctAmount(page);

    await tabTo(page, button(page, 'Confirm and Send'));
    await stopClock(page);
    await page.keyboard.press('Space');
    await waitForVisible(page, heading(page, 'Transfer request submitted'));
    await waitForFocus(page, heading(page, 'Transfer request submitted'));
    await waitForRedirectAfter(page, 2_000, '/dashboard');
    await waitForFocus(page, page.getByRole('main'));
  };
  await withPage(browser, 'send money by keyboard', scenario, { viewport: { width: 360, height: 640 } });
  expect((await summaryOf(bank.alice)).pendingBalanceCents - heldBefore).toBe(3_000);
});
