import { describe, expect, it } from '@jest/globals';
import type { Dialog, Locator, Page } from 'playwright-core';
import { waitForToast } from './bank.fixtures.js';
import { requestTransfer, setAvailableBalance } from '../payments/money.fixtures.js';
import { overflowingWidths } from './axe.fixtures.js';
import { openSignedIn, pathOf, shareSession, submitSignIn } from './browser.fixtures.js';
import { DEMO_PASSWORD, withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';

const ALICE = 'alice@moniker.example';
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const bank = useBank();
const browser = useBrowser();

const open = (page: Page, path: string): Promise<void> => openSignedIn(page, bank.api.baseUrl, ALICE, path);

/**
 * Presses Enter as Safari reports it at the end of an IME composition: without `isComposing`, but with the key code
 * 229.
 */
const pressComposingEnter = (field: Locator): Promise<void> =>
  field.evaluate((element) => {
    const init = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', init));
  });

describe('a phone', () => {
  it('sends no message if Enter only confirms an IME composition or the user adds a line, and shows each text in its own direction [UI-56, UI-61, UI-62]', async () => {
    await withPage(
      browser,
      'message on a phone',
      async (page) => {
        await open(page, '/contact');
        const sent: string[] = [];
        page.on('request', (request) => {
          if (request.url().endsWith('/api/chat/send')) sent.push(String(request.postData()));
        });
        const box = page.getByPlaceholder('Type your message...');
        await box.fill('שלום');
        await pressComposingEnter(box);
        await page.getByRole('button', { name: 'New line' }).click();
        await box.pressSequentially('Bob');
        expect([await box.inputValue(), sent]).toEqual(['שלום\nBob', []]);
        await box.press('Enter');
        const bubble = page.getByRole('log').getByText('שלום');
        await bubble.waitFor();
        expect(sent).toHaveLength(1);
        expect([await bubble.getAttribute('dir'), await box.getAttribute('dir')]).toEqual(['auto', 'auto']);
        await expectSoon(() => bubble.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');

        await page.getByRole('link', { name: 'Dashboard', exact: true }).filter({ visible: true }).click();
        await page.waitForURL('**/dashboard');
        await page.getByRole('button', { name: 'Search and commands' }).click();
        const search = page.getByRole('combobox', { name: 'Search screens, actions and transactions' });
        await search.fill('Settings');
        await pressComposingEnter(search);
        await expectSoon(() => search.isVisible()).toBe(true);

        // Back closes the dialog without leaving the screen.
        await page.evaluate(() => history.back());
        await search.waitFor({ state: 'hidden' });
        await expectSoon(() => pathOf(page)).toBe('/dashboard');
      },
      PHONE,
    );
  });

  it('closes a dialog with Back, but asks for confirmation if something was entered [UI-63]', async () => {
    await withPage(
      browser,
      'Back on a phone',
      async (page) => {
        await openSignedIn(page, bank.api.baseUrl, 'admin@moniker.example', '/settings');
        await page
          .getByRole('link', { name: /^Admin/ })
          .filter({ visible: true })
          .click();
        await page.getByRole('link', { name: 'Admin Dashboard' }).click();
        await page.getByRole('tab', { name: /Incoming/ }).click();
        await page.getByRole('button', { name: 'Search and commands' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        await page.getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'hidden' });

        await page.getByRole('button', { name: 'Create Incoming Payment' }).click();
        const account = page.getByLabel('From account');
        await account.fill('123');
        await page.evaluate(() => history.back());
        const question = page.getByRole('dialog', { name: 'Discard your changes?' });
        await question.waitFor();
        await page.evaluate(() => history.back());
        await question.waitFor({ state: 'hidden' });
        await expectSoon(() => account.inputValue()).toBe('123');
        await expectSoon(() => pathOf(page)).toBe('/admin');
      },
      PHONE,
    );
  });
});

it('follows the theme of other tabs [UI-58]', async () => {
  await withPage(browser, 'theme of tabs', async (page, context) => {
    await open(page, '/settings');
    const other = await context.newPage();
    await other.goto(`${bank.api.baseUrl}/contact`);
    for (const theme of ['dark', 'light']) {
      await page.getByRole('radio', { name: theme === 'dark' ? 'Dark' : 'Light' }).check({ force: true });
      await other.locator(`html[data-theme="${theme}"]`).waitFor();
    }
  });
});

describe('a copy button', () => {
  const blockClipboard = (): void => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Blocked', 'NotAllowedError'));
  };

  it('copies without the browser’s permission, or says that it cannot [UI-59]', async () => {
    await withPage(browser, 'copy', async (page) => {
      await page.addInitScript(blockClipboard);
      await open(page, '/dashboard');
      const copied = page.evaluate(
        () =>
          new Promise((resolve) =>
            window.addEventListener('copy', (event) => resolve(event.clipboardData?.getData('text/plain'))),
          ),
      );
      await page.getByRole('button', { name: 'Copy routing number' }).click();
      expect(await copied).toBe('021000021');
      await page.getByRole('button', { name: 'Copied routing number' }).waitFor();

      await page.evaluate(() => {
        Object.assign(document, { execCommand: () => false });
      });
      await page.getByRole('button', { name: 'Copy account number' }).click();
      await waitForToast(page, "Your browser won't let us copy");
      expect(await page.getByRole('button', { name: 'Copied account number' }).count()).toBe(0);
    });
  });
});

it.each([
  ['/history', ALICE],
  ['/admin?tab=outgoing', 'admin@moniker.example'],
])('a filter on %s rejects the year 2 with a message [UI-60]', async (path, email) => {
  await withPage(browser, `year of ${path}`, async (page) => {
    await openSignedIn(page, bank.api.baseUrl, email, path);
    const from = page.locator('input[type="date"]').first();
    await from.fill('0002-11-05');
    await from.blur();
    await page.getByText('Enter a year from 2000 to 2099.').waitFor();
    expect(new URL(page.url()).searchParams.has('from')).toBe(false);
    await from.fill('2026-11-05');
    await page.waitForURL(/from=2026-11-05/);
    expect(await page.getByText('Enter a year from 2000 to 2099.').count()).toBe(0);
  });
});

describe('without cookies', () => {
  const signIn = async (page: Page): Promise<void> => {
    await page.goto(`${bank.api.baseUrl}/auth`);
    await submitSignIn(page, ALICE);
  };

  it('sign-in says that cookies are blocked, instead of opening the dashboard only to leave it again [AUTH-96]', async () => {
    const text = 'To sign in, allow cookies in your browser.';
    await withPage(browser, 'blocked cookies', async (page) => {
      // Simulates a browser that claims to keep cookies but doesn't.
      const { body } = await bank.alice.get('/api/auth/user');
      await page.route('**/api/auth/login', (route) => route.fulfill({ json: body }));
      await signIn(page);
      await waitForToast(page, text);
      await expectSoon(() => pathOf(page)).toBe('/auth');

      await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }));
      await page.goto(`${bank.api.baseUrl}/auth`);
      await page.getByRole('main').getByText(text).waitFor();
    });
  });
});

describe('unsaved input', () => {
  /** Answers the browser's next dialog, and returns its kind. */
  const answer = (page: Page, accepts: boolean): Promise<string> =>
    new Promise((resolve) =>
      page.once('dialog', (dialog: Dialog) => {
        const kind = dialog.type();
        void (accepts ? dialog.accept() : dialog.dismiss()).then(() => resolve(kind));
      }),
    );

  it('in a transfer is not discarded by a reload, a link or Back unless the customer confirms [UI-64]', async () => {
    await withPage(browser, 'half-filled transfer', async (page) => {
      await open(page, '/dashboard');
      const link = (name: string): Locator => page.getByRole('link', { name, exact: true }).first();
      await link('Send Money').click();
      const purpose = page.getByLabel('Purpose');
      await purpose.fill('Rent');

      let asked = answer(page, false);
      await page.evaluate(() => void setTimeout(() => window.location.reload()));
      expect(await asked).toBe('beforeunload');
      asked = answer(page, false);
      await link('Analytics').click();
      expect(await asked).toBe('confirm');
      asked = answer(page, false);
      await link('Ask for Money').click();
      expect(await asked).toBe('confirm');
      asked = answer(page, false);
      await page.evaluate(() => void setTimeout(() => window.history.back()));
      expect(await asked).toBe('confirm');
      await page.waitForURL('**/send-money');
      await expectSoon(() => purpose.inputValue()).toBe('Rent');

      asked = answer(page, true);
      await link('Analytics').click();
      await page.waitForURL('**/analytics');
      expect(await asked).toBe('confirm');
    });
  });

  it('in the dashboard editor is not discarded by “Back to Admin” unless the admin confirms [UI-64]', async () => {
    const { id } = (await bank.alice.get<{ id: string }>('/api/auth/user')).body;
    await withPage(browser, 'editor with changes', async (page, context) => {
      await shareSession(context, bank.admin);
      await page.goto(`${bank.api.baseUrl}/dashboard-edit/${id}`);
      const title = page.getByLabel('Welcome title');
      await title.fill('Good morning');
      const asked = answer(page, false);
      await page.getByRole('button', { name: 'Back to Admin' }).click();
      expect(await asked).toBe('confirm');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await waitForToast(page, 'Dashboard content updated successfully');
      // The changes are saved, so the browser does not ask before leaving.
      await page.getByRole('button', { name: 'Back to Admin' }).click();
      await page.waitForURL('**/admin').catch((error: unknown) => {
        if (!page.isClosed()) throw error;
      });
    });
  });
});

it('keeps the meaning of colors in forced-colors mode [UI-57, UI-66]', async () => {
  const shown = (locator: Locator, property: string, pseudo?: string): Promise<string> =>
    locator.evaluate((element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name), [
      property,
      pseudo,
    ] as const);
  await withPage(
    browser,
    'forced colors',
    async (page) => {
      await open(page, '/dashboard');
      const paper = await shown(page.locator('body'), 'background-color');
      const current = page.getByRole('navigation', { name: 'Main', exact: true }).locator('[aria-current]');
      await expectSoon(() => shown(current, 'background-color', '::after')).not.toBe(paper);
      const bar = page.getByLabel('Balances').locator('[aria-hidden="true"] > span').first();
      await expectSoon(() => shown(bar, 'background-color')).not.toBe(paper);

      await page.getByRole('button', { name: 'Search and commands' }).click();
      const option = page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true });
      await expectSoon(() => shown(option, 'outline-style')).toBe('solid');

      await page.goto(`${bank.api.baseUrl}/settings`);
      const chosen = page.locator('label:has(> input[type="radio"]:checked)');
      await expectSoon(() => shown(chosen, 'outline-style')).toBe('solid');
      await page.getByRole('button', { name: 'Send Verification Code' }).click();
      const invalid = page.getByLabel('Current password');
      await expectSoon(() => shown(invalid, 'border-top-style')).toBe('double');
      const primary = page.getByRole('button', { name: 'Send Verification Code' });
      const highlight = await shown(current, 'background-color', '::after');
      await expectSoon(() => shown(primary, 'background-color')).toBe(highlight);
      await page.getByLabel('Current password').fill(DEMO_PASSWORD);
      await page.getByLabel('New password', { exact: true }).fill('a quiet harbor');
      await page.getByLabel('Confirm new password').fill('a quiet harbor');
      await page.getByRole('button', { name: 'Send Verification Code' }).click();
      const code = page.getByRole('textbox', { name: 'Verification code' });
      await code.fill('123');
      // The cells show the digits. The field lies on top of the cells, and its text is transparent.
      await expectSoon(() => shown(code, 'color')).toBe('rgba(0, 0, 0, 0)');
    },
    { forcedColors: 'active', viewport: { width: 1280, height: 800 } },
  );
});

it('leaves most of the screen to the content at a zoom of 400% [UI-55]', async () => {
  await withPage(
    browser,
    'zoom of 400%',
    async (page) => {
      await open(page, '/dashboard');
      await page.getByText('Payments History').first().waitFor();
      const bars = await page.evaluate(() =>
        [...document.querySelectorAll('header, nav, main, section, div')]
          .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
          .map((element) => element.getBoundingClientRect())
          .filter(({ height, width }) => height > 1 && width > 1)
          .reduce((sum, { height }) => sum + height, 0),
      );
      expect(bars).toBeLessThanOrEqual(180 / 4);
    },
    { viewport: { width: 320, height: 180 } },
  );
});

it.each([200, 256])('shows all of a dialog in a %i px high window at 400%% zoom [UI-65]', async (height) => {
  await setAvailableBalance(bank.admin, bank.alice, 1_000_00);
  const { body } = await requestTransfer(bank.alice, { amount: 42 });
  await withPage(
    browser,
    'dialogs at 400%',
    async (page) => {
      await open(page, `/dashboard?transaction=${body.id}`);
      const sheet = page.getByRole('dialog');
      await sheet.getByText('What happened').waitFor();
      await expectAllInView(sheet, height);
      await sheet.getByRole('button', { name: 'Cancel Transfer' }).click();
      const question = page.getByRole('dialog', { name: 'Cancel this transfer?' });
      await question.waitFor();
      // The initial focus on a button further down does not scroll the title out of view.
      expect((await question.getByRole('heading').boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await expectAllInView(question, height);
      await question.getByRole('button', { name: 'Keep Transfer' }).click();
      await question.waitFor({ state: 'hidden' });
    },
    { viewport: { width: 320, height } },
  );
});

/** Expects that scrolling can bring each text and control to a place where nothing covers it. */
async function expectAllInView(dialog: Locator, height: number): Promise<void> {
  const parts = dialog.locator('h2, p, dd, li, a, button').filter({ visible: true });
  for (const part of await parts.all()) {
    await part.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const isOnTop = await part.evaluate((element) => {
      const { left, top, width, height: high } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + high / 2);
      return element.contains(found) || found?.contains(element) === true;
    });
    const box = await part.boundingBox();
    expect([await part.innerText(), isOnTop]).toEqual([expect.anything(), true]);
    expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + Math.min(box?.height ?? 0, height) <= height + 1).toBe(
      true,
    );
  }
}

it("keeps screens within a phone's width at a text size of 24 px [UI-39]", async () => {
  await withPage(browser, 'large text', async (page, context) => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
    const overflowing: string[] = [];
    for (const [path, shown] of [
      ['/', 'Get Started Free'],
      ['/nowhere', 'Take Me Home'],
      ['/auth', 'Remember me'],
    ] as const) {
      await page.goto(`${bank.api.baseUrl}${path}`);
      await page.getByText(shown).first().waitFor();
      if ((await overflowingWidths(page, [360])).length > 0) overflowing.push(path);
    }
    await expectSoon(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '24px',
    );
    await open(page, '/dashboard');
    for (const path of ['/dashboard', '/history', '/send-money', '/analytics', '/settings']) {
      await page.goto(`${bank.api.baseUrl}${path}`);
      await page.getByRole('link', { name: 'Logout' }).waitFor();
      if ((await overflowingWidths(page, [360])).length > 0) overflowing.push(path);
    }
    expect(overflowing).toEqual([]);
  });
});

it('shows the labels of the bottom menu in full, even at a larger browser font size or with labels enlarged by 40% [UI-39]', async () => {
  await withPage(browser, 'labels of the menu', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.setViewportSize({ width: 390, height: 844 });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 22 } });
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    const labels = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await labels.first().waitFor();
    /** The labels that overflow their tab or the screen. */
    const cut = (): Promise<string[]> =>
      labels.evaluateAll((tabs) =>
        tabs.flatMap((tab) => {
          const text = document.createRange();
          text.selectNodeContents(tab);
          const [inner, outer] = [text.getBoundingClientRect(), tab.getBoundingClientRect()];
          const isWhole = inner.left >= outer.left && inner.right <= outer.right && outer.right <= innerWidth;
          return isWhole ? [] : [tab.textContent];
        }),
      );
    await expectSoon(cut).toEqual([]);
    await labels.evaluateAll((tabs) => {
      for (const tab of tabs) (tab as HTMLElement).style.fontSize = '17px';
    });
    await expectSoon(cut).toEqual([]);
  });
});

it('centers the spinner while the page checks who is signed in [UI-1]', async () => {
  await withPage(browser, 'spinner', async (page, context) => {
    await shareSession(context, bank.alice);
    await page.route('**/api/auth/user', () => undefined);
    await page.goto(`${bank.api.baseUrl}/dashboard`);
    const box = await page
      .locator('[role="status"]', { hasText: 'Checking your sign-in' })
      .locator('svg')
      .boundingBox();
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThanOrEqual(1);
    expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - height / 2)).toBeLessThanOrEqual(1);
  });
});
