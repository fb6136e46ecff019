import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Viewport {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/**
 * Phone, desktop at a zoom of 200%, tablet and desktop. They are checked from the narrowest to the widest, so a wider
 * layout can't affect a narrower one.
 */
export const VIEWPORTS: readonly Viewport[] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 640, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
];

/** The phone, the zoomed desktop and the desktop, without the tablet. */
export const EXTREME_VIEWPORTS = VIEWPORTS.filter(({ width }) => width !== 768);
export const PHONE_VIEWPORTS = VIEWPORTS.filter(({ width }) => width === 320);

/**
 * Context options that match the first viewport, so the check in that viewport sees the page as first rendered. The
 * time zone differs from the bank's, so times have tooltips.
 */
export const INITIAL_CONTEXT_OPTIONS = {
  viewport: { width: 320, height: 800 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  timezoneId: 'Europe/Berlin',
} as const;

/** Returns a message for each axe violation and each horizontal overflow of a page, in each viewport. */
export async function accessibilityViolations(page: Page, viewports: readonly Viewport[]): Promise<string[]> {
  const hasAxe = await page.evaluate(() => 'axe' in window);
  if (!hasAxe) await page.evaluate(AXE_SOURCE);
  const violations: string[] = [];
  for (const { width, colorScheme } of viewports) {
    await page.setViewportSize({ width, height: 800 });
    // Scrolls to the top, because a sticky bar covers parts of a scrolled page.
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    await page.evaluate(waitForAnimations);
    const overflow = await horizontalOverflow(page);
    // In the dark theme, checks only the contrast, because that theme changes only colors.
    const current = await axeViolations(page, colorScheme === 'dark' ? ['color-contrast'] : TAGS);
    if (overflow > 0) current.push(`${overflow} px wider than the viewport`);
    violations.push(...current.map((message) => `${width} px, ${colorScheme}: ${message}`));
  }
  return violations;
}

/** The widths at which the page is wider than the viewport. */
export async function overflowingWidths(page: Page, widths: readonly number[]): Promise<number[]> {
  const overflowing: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    if ((await horizontalOverflow(page)) > 0) overflowing.push(width);
  }
  return overflowing;
}

/** The number of pixels by which the page is wider than the viewport, after charts have had time to resize. */
async function horizontalOverflow(page: Page): Promise<number> {
  const fits = (): boolean => document.documentElement.scrollWidth <= window.innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: 3_000 }).catch(() => undefined);
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/**
 * Runs in the page: resolves when no animation is running. Waits in several rounds, because the transition of an
 * inherited color starts only after the parent's transition has ended.
 */
async function waitForAnimations(): Promise<void> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  const ROUNDS_MAX = 20;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await frame();
    await frame();
    // The list also contains finished animations that keep their final state.
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    if (running.length === 0) return;
    await Promise.allSettled(running.map((animation) => animation.finished));
  }
}

/** The violations of these axe rules or tags, each with its rule and elements. */
async function axeViolations(page: Page, runOnly: string[]): Promise<string[]> {
  const { violations } = await page.evaluate(async (rules) => {
    const { axe: axeInPage } = window as unknown as { axe: typeof axe };
    return axeInPage.run(document, { runOnly: rules, resultTypes: ['violations'] });
  }, runOnly);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}

/**
 * The text nodes of a page that consist of an amount, an account number, a moniker, an id or a hash, but are not
 * protected from machine translation.
 */
export const unmarkedFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const figure =
      /^([−+-]?\$[\d,]+(\.\d\d)?|\.\d\d|\d{9}|\$[a-z][a-z0-9_]+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,})$/;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent?.trim() ?? '';
      if (figure.test(text) && !texts.currentNode.parentElement?.closest('[translate="no"]'))
        found.push(text);
    }
    return found;
  });
