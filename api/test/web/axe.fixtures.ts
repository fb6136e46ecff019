import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Viewport {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** Phone, tablet, desk. From narrow to wide, so that what is measured at a width was never wider. */
export const VIEWPORTS: readonly Viewport[] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
];

/** The narrowest and the widest of them. */
export const EXTREME_VIEWPORTS = VIEWPORTS.filter(({ width }) => width !== 768);

/** What a page is opened with, so that the first screen is as it was drawn. */
export const INITIAL_CONTEXT_OPTIONS = {
  viewport: { width: 320, height: 800 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
} as const;

/** What is wrong with a page as it stands: by axe, and where it is wider than the screen. */
export async function accessibilityViolations(page: Page, viewports: readonly Viewport[]): Promise<string[]> {
  await page.evaluate(AXE_SOURCE);
  const violations: string[] = [];
  for (const { width, colorScheme } of viewports) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    await page.evaluate(waitForAnimations);
    const overflow = await horizontalOverflow(page);
    // A theme changes colours and nothing else.
    const current = await axeViolations(page, colorScheme === 'dark' ? ['color-contrast'] : TAGS);
    if (overflow > 0) current.push(`${overflow} px wider than the screen`);
    violations.push(...current.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  }
  return violations;
}

/** How many pixels wider than the screen a page stays; charts take a moment to follow a new width. */
async function horizontalOverflow(page: Page): Promise<number> {
  const fits = (): boolean => document.documentElement.scrollWidth <= window.innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: 3_000 }).catch(() => undefined);
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/**
 * Runs in the page: when nothing moves any more. A colour that is inherited begins to change where its parent's has
 * ended, so one look at what moves is not enough.
 */
async function waitForAnimations(): Promise<void> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  const ROUNDS_MAX = 20;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await frame();
    await frame();
    // Those that have ended and hold what they ended with are told too.
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    if (running.length === 0) return;
    await Promise.allSettled(running.map((animation) => animation.finished));
  }
}

/** What axe finds wrong on the page by rules or tags of rules: rule and the elements, one text each. */
async function axeViolations(page: Page, runOnly: string[]): Promise<string[]> {
  const { violations } = await page.evaluate(async (rules) => {
    const { axe: axeInPage } = window as unknown as { axe: typeof axe };
    return axeInPage.run(document, { runOnly: rules, resultTypes: ['violations'] });
  }, runOnly);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}
