import { expect, it } from '@jest/globals';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { openSignedIn, toastRegion, stopClock } from './browser.fixtures.js';
import { requestTransfer, setAvailableBalance } from '../payments/money.fixtures.js';
import { withMotion, useBank, useBrowser, expectSoon } from '../harness/index.js';

const SHOWN_MS = 5_000;

const bank = useBank();
const browser = useBrowser();

const toasts = (page: Page): Locator => toastRegion(page).getByRole('listitem');

const focused = (page: Page): Locator => page.locator(':focus');

/** Opens the sign-in page with the toast about an empty form, and pauses the clock. */
async function openWithErrorToast(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto(`${bank.api.baseUrl}/auth`);
  const button = page.getByRole('button', { name: 'Sign In' });
  // The first toast loads the code for toasts, so it must appear before the clock stops.
  await button.press('Enter');
  await toasts(page).waitFor();
  await stopClock(page);
  await button.press('Enter');
  await toasts(page).filter({ hasText: 'Please fill in all fields' }).waitFor();
}

it('shows one toast at a time, for five seconds [UI-9]', async () => {
  await withMotion(browser, 'one toast', async (page) => {
    await openWithErrorToast(page);
    await page.clock.runFor(SHOWN_MS - 500);

    // The second toast replaces the first one and stays for its own five seconds.
    await page.getByLabel('Email', { exact: true }).fill('nobody@moniker.example');
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    const refused = page.waitForResponse('**/api/auth/login');
    await page.getByRole('button', { name: 'Sign In' }).press('Enter');
    await (await refused).finished();
    await toasts(page).filter({ hasText: 'Login failed' }).waitFor();
    await expectSoon(() => toasts(page).count()).toBe(1);
    await page.clock.runFor(SHOWN_MS - 1);
    // A closing toast stays in the document while it fades out.
    await expectSoon(() => toasts(page).getAttribute('data-state')).toBe('open');
    await page.clock.runFor(1);
    await toasts(page).waitFor({ state: 'hidden' });
  });
});

it('closes later toasts on time after one was dismissed by mouse [UI-9]', async () => {
  await withMotion(browser, 'dismissed by mouse', async (page) => {
    await openWithErrorToast(page);
    const button = page.getByRole('button', { name: 'Sign In' });
    await button.focus();
    await page.getByRole('button', { name: 'Dismiss notification' }).click();
    await toasts(page).waitFor({ state: 'hidden' });
    await button.and(focused(page)).waitFor();

    // The next toast appears under the pointer, which does not move.
    await button.press('Enter');
    await toasts(page).waitFor();
    await page.clock.runFor(SHOWN_MS);
    await toasts(page).waitFor({ state: 'hidden' });
  });
});

it.each([
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
])(
  'a toast does not cover the title or the first amounts of a page on %s [UI-22]',
  async (name, viewport) => {
    const scenario = async (page: Page): Promise<void> => {
      await openSignedIn(page, bank.api.baseUrl, 'bob@moniker.example', '/send-money');
      await page.getByRole('button', { name: 'Review Transfer' }).click();
      await toasts(page).waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
      const toast = await boxOf(toasts(page));
      for (const shown of [
        page.getByRole('heading', { level: 1 }),
        page.getByText('available.', { exact: true }),
        page.getByText('Available balance'),
      ])
        expect(overlap(toast, await boxOf(shown))).toBe(false);
    };
    await withMotion(browser, `toast on ${name}`, scenario, { viewport });
  },
);

it('on a phone, a toast does not cover the top bar, the tabs, the on-screen keyboard, the message box, the confirm button of a transfer review or the buttons of the account application form [UI-68]', async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  const scenario = async (page: Page): Promise<void> => {
    await openSignedIn(page, bank.api.baseUrl, 'bob@moniker.example', '/send-money');
    await page.getByRole('button', { name: 'Review Transfer' }).click();
    await toasts(page).waitFor();
    const tabs = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    const header = await boxOf(page.getByRole('banner'));
    const toast = await boxOf(toasts(page));
    expect([overlap(toast, tabs), overlap(toast, header)]).toEqual([false, false]);
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { configurable: true, value: 500 });
      visualViewport?.dispatchEvent(new Event('resize'));
    });
    await expectSoon(async () => {
      const { y, height } = await boxOf(toasts(page));
      return y > 300 && y + height <= 500;
    }).toBe(true);
    await page.goto(`${bank.api.baseUrl}/send-money`);
    await page.route('**/api/transfer/request', (route) => route.fulfill({ status: 422, json: {} }));
    const texts = {
      amount: '5',
      recipientName: 'Corner Greens',
      recipientAccount: '310447825',
      purpose: 'Food',
    };
    for (const [name, text] of Object.entries({ ...texts, recipientRouting: '021000021' }))
      await page.locator(`[name=${name}]`).fill(text);
    await page.getByRole('button', { name: 'Review Transfer' }).click();
    const confirm = page.getByRole('button', { name: 'Confirm and Send' });
    await confirm.click();
    await toasts(page).waitFor();
    expect(overlap(await boxOf(toasts(page)), await boxOf(confirm))).toBe(false);
    await page.goto(`${bank.api.baseUrl}/contact`);
    await page.route('**/api/chat/send', (route) => route.fulfill({ status: 503, json: {} }));
    const box = page.getByPlaceholder('Type your message...');
    await box.fill('Hello');
    await box.press('Enter');
    await toasts(page).waitFor();
    expect(overlap(await boxOf(toasts(page)), await boxOf(box))).toBe(false);
    await openSignedIn(page, bank.api.baseUrl, 'admin@moniker.example', '/apply-checking');
    const next = page.getByRole('button', { name: 'Next' });
    await next.click();
    await toasts(page).waitFor();
    await next.evaluate((button) => button.scrollIntoView(false));
    const { y, height } = await boxOf(toasts(page));
    expect(y + height).toBeLessThan((await boxOf(next)).y);
  };
  await withMotion(browser, 'toast on a phone', scenario, phone);
});

it('even a long toast does not cover the title on a phone [UI-22]', async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  const scenario = async (page: Page): Promise<void> => {
    await openSignedIn(page, bank.api.baseUrl, 'admin@moniker.example', '/admin?tab=mail');
    await page.route('**/api/admin/test-email', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByLabel('Email', { exact: true }).fill('probe@mail.example');
    await page.getByLabel('First name').fill('Robin');
    await page.getByRole('button', { name: 'Send Test Email' }).press('Enter');
    const toast = toasts(page).filter({ hasText: 'Check email service configuration.' });
    await toast.waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    const title = await boxOf(page.getByRole('heading', { level: 1 }));
    expect(overlap(await boxOf(toast), title)).toBe(false);
  };
  await withMotion(browser, 'long toast', scenario, phone);
});

it.each([
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
])(
  'a toast does not cover the title, the amount or the receipt of a payment on %s [UI-22]',
  async (name, viewport) => {
    await setAvailableBalance(bank.admin, bank.alice, 1_000_00);
    const { body } = await requestTransfer(bank.alice, { amount: 42 });
    const scenario = async (page: Page): Promise<void> => {
      await openSignedIn(
        page,
        bank.api.baseUrl,
        'alice@moniker.example',
        `/dashboard?transaction=${body.id}`,
      );
      await page.getByRole('button', { name: 'Cancel Transfer' }).click();
      const question = page.getByRole('dialog', { name: 'Cancel this transfer?' });
      await question.getByRole('button', { name: 'Cancel Transfer' }).click();
      await toasts(page).filter({ hasText: 'Transfer canceled' }).waitFor();
      await question.waitFor({ state: 'hidden' });
      const toast = await boxOf(toasts(page));
      const panel = page.getByRole('dialog');
      for (const shown of [
        panel.getByRole('heading').first(),
        panel.getByText('$42.00').first(),
        panel.getByRole('link', { name: '(PDF)' }),
      ])
        expect(overlap(toast, await boxOf(shown))).toBe(false);
    };
    await withMotion(browser, `toast beside a payment on ${name}`, scenario, { viewport });
  },
);

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${String(locator)} is not visible`);
  return box;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

interface Finger {
  device: CDPSession;
  x: number;
  y: number;
}

/** Swipes the toast to the right by this many pixels. */
async function swipe(page: Page, pixels: number): Promise<void> {
  const box = await toasts(page).boundingBox();
  if (!box) throw new Error('there is no toast to swipe');
  const device = await page.context().newCDPSession(page);
  const finger = { device, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch(finger, 'touchStart', 0);
  for (const share of [0.25, 0.5, 0.75, 1]) await touch(finger, 'touchMove', pixels * share);
  await touch(finger, 'touchEnd');
}

async function touch(
  { device, x, y }: Finger,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  moved?: number,
): Promise<void> {
  const touchPoints = moved === undefined ? [] : [{ x: x + moved, y }];
  await device.send('Input.dispatchTouchEvent', { type, touchPoints });
}

it('dismisses a toast after a swipe of 50 px to the right [UI-10]', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const scenario = async (page: Page): Promise<void> => {
    await openWithErrorToast(page);
    for (const tooLittle of [49, -120]) {
      await swipe(page, tooLittle);
      await expectSoon(() => toasts(page).getAttribute('data-state')).toBe('open');
    }
    await swipe(page, 51);
    await toasts(page).waitFor({ state: 'hidden' });
  };
  await withMotion(browser, 'swipe', scenario, phone);
});

it('focuses the toasts on F8 [UI-10]', async () => {
  await withMotion(browser, 'F8', async (page) => {
    await openWithErrorToast(page);
    await page.keyboard.press('F8');
    await toastRegion(page).getByRole('list').and(focused(page)).waitFor();
    const outline = await focused(page).evaluate((list) => getComputedStyle(list).outlineStyle);
    expect(outline).toBe('solid');

    // Toasts do not time out while their list has the focus.
    await page.clock.runFor(10 * SHOWN_MS);
    await expectSoon(() => toasts(page).count()).toBe(1);
    await page.keyboard.press('Tab');
    await toasts(page).and(focused(page)).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Dismiss notification' }).and(focused(page)).waitFor();
    await page.keyboard.press('Enter');
    await toasts(page).waitFor({ state: 'hidden' });
  });
});
