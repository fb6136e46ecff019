import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withPage, useBank, useBrowser, expectSoon } from '../harness/index.js';
import { openSignedIn } from './browser.fixtures.js';

/** The printable area of US Letter in CSS pixels. */
const LETTER = { width: 710, height: 950 };
const DESKTOP = { width: 1280, height: 720 };

const bank = useBank();
const browser = useBrowser();

/** The visible elements that are of no use on paper. */
const visibleControls = (page: Page): Promise<string[]> =>
  page
    .locator('header, nav, button, select, input, a[href="#main"], a[download]')
    .filter({ visible: true })
    .evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 120)));

const backgroundOf = (page: Page): Promise<string> =>
  page
    .locator('section')
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

it("prints statements (in the light theme) and the history without controls; while a payment's details are open, prints only that payment [UI-90]", async () => {
  await withPage(browser, 'printing', async (page) => {
    await openSignedIn(page, bank.api.baseUrl, 'alice@moniker.example', '/statements');
    await page.getByText('Closing balance').first().waitFor();
    expect(await visibleControls(page)).not.toEqual([]);
    const light = await backgroundOf(page);
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await expectSoon(() => backgroundOf(page)).not.toBe(light);
    await page.setViewportSize(LETTER);
    await page.emulateMedia({ media: 'print' });
    await expectSoon(() => visibleControls(page)).toEqual([]);
    await expectSoon(() => backgroundOf(page)).toBe(light);
    await expectSoon(() =>
      page
        .getByRole('table')
        .first()
        .evaluate((table) => getComputedStyle(table).display),
    ).toBe('table');
    await page.setViewportSize(DESKTOP);
    await expectSoon(() => page.getByText('Closing balance').first().isVisible()).toBe(true);

    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${bank.api.baseUrl}/history`);
    const payment = page.getByRole('list', { name: 'Payments' }).getByRole('link').first();
    await payment.waitFor();
    await page.emulateMedia({ media: 'print' });
    await expectSoon(() => visibleControls(page)).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
    await payment.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await expectSoon(() => page.locator('main').isVisible()).toBe(false);
    await expectSoon(() => visibleControls(page)).toEqual([]);
    const box = await page.getByRole('dialog').boundingBox();
    expect(box?.x).toBe(0);
    expect((await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2);
  });
});
