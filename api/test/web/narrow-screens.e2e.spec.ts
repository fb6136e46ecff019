import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { overflowingWidths, unmarkedFigures } from './axe.fixtures.js';
import { collectErrors, waitForScreen, useScreenBank } from './screen-checks.fixtures.js';
import { PERSONAS, ROUTES, type Route } from './screens.fixtures.js';

const PHONE_WIDTH = 320;
/** A window of 1,280 px at a zoom of 200%. */
const ZOOMED_WIDTH = 640;

const screens = useScreenBank();

/** Navigates within the app, which is faster than a new page load. */
async function navigate(page: Page, [path]: Route): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

// The nightly tests check all dialogs, steps, errors and loading screens too, and their accessibility.
it.each(PERSONAS)(
  'every screen of %s fits a phone of 320 px and a zoom of 200%%, and protects figures from machine translation [UI-39, UI-51]',
  async (who) => {
    const context = await screens.contextOf(who);
    const page = await context.newPage();
    const errors = collectErrors(page);
    const found: Record<string, unknown> = {};
    await page.goto(screens.bank.api.baseUrl);
    for (const route of ROUTES.filter((each) => each[1] === who)) {
      await page.setViewportSize({ width: PHONE_WIDTH, height: 800 });
      await navigate(page, route);
      await waitForScreen(page, route);
      const overflowing = await overflowingWidths(page, [PHONE_WIDTH, ZOOMED_WIDTH]);
      const problems = [...overflowing, ...(await unmarkedFigures(page)), ...errors.splice(0)];
      if (problems.length > 0) found[route[0]] = problems;
    }
    await context.close();
    expect(found).toEqual({});
  },
);
