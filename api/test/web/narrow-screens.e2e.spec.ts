import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityViolations, overflowingWidths, PHONE_VIEWPORTS } from './axe.fixtures.js';
import { collectErrors, startScreenBank, waitForScreen, type ScreenBank } from './screen-checks.fixtures.js';
import { ROUTES, type Persona, type Route } from './screens.fixtures.js';

/** 200% zoom of a window of 1,280 px. */
const ZOOMED_WIDTH = 640;

let screens: ScreenBank;

beforeAll(async () => {
  screens = await startScreenBank();
});

afterAll(() => screens.stop());

/** Navigates within the app, which is faster than loading it anew. */
async function navigate(page: Page, [path]: Route): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function violationsOf(page: Page, route: Route): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await navigate(page, route);
  await waitForScreen(page, route);
  const violations = await accessibilityViolations(page, PHONE_VIEWPORTS);
  const overflowing = await overflowingWidths(page, [ZOOMED_WIDTH]);
  return [...violations, ...overflowing.map((width) => `wider than ${width} px`)];
}

// The nightly tests check all dialogs, steps, errors and loading screens too, and more widths.
it.each<Persona>(['visitor', 'alice', 'admin', 'newcomer', 'rejected'])(
  'every screen of %s fits a phone of 320 px and a zoom of 200%%, and is accessible in both themes [UI-16, UI-39]',
  async (who) => {
    const context = await screens.contextOf(who);
    const page = await context.newPage();
    const errors = collectErrors(page);
    const found: Record<string, string[]> = {};
    await page.goto(screens.bank.api.baseUrl);
    for (const route of ROUTES.filter((each) => each[1] === who)) {
      const violations = [...(await violationsOf(page, route)), ...errors.splice(0)];
      if (violations.length > 0) found[route[0]] = violations;
    }
    await context.close();
    expect(found).toEqual({});
  },
);
