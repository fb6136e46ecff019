import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Screen {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** Phone, tablet, desk. From narrow to wide, so that what is measured at a width was never wider. */
export const SCREENS: readonly Screen[] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
];

/** The narrowest and the widest of them. */
export const OUTER_SCREENS = SCREENS.filter(({ width }) => width !== 768);

/** What a page is opened with, so that the first screen is as it was drawn. */
export const FIRST_SCREEN = {
  viewport: { width: 320, height: 800 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
} as const;

/** What is wrong with a page as it stands: by axe, and where it is wider than the screen. */
export async function faultsOnScreens(page: Page, screens: readonly Screen[]): Promise<string[]> {
  await page.evaluate(AXE_SOURCE);
  const faults: string[] = [];
  for (const { width, colorScheme } of screens) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    await page.evaluate(untilDrawn);
    const overflow = await overflowOf(page);
    // A theme changes colours and nothing else.
    const found = await accessibilityFaults(page, colorScheme === 'dark' ? ['color-contrast'] : TAGS);
    if (overflow > 0) found.push(`${overflow} px wider than the screen`);
    faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  }
  return faults;
}

/** How many pixels wider than the screen a page stays; charts take a moment to follow a new width. */
async function overflowOf(page: Page): Promise<number> {
  const fits = (): boolean => document.documentElement.scrollWidth <= window.innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: 3_000 }).catch(() => undefined);
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/**
 * Runs in the page: when nothing moves any more. A colour that is inherited begins to change where its parent's has
 * ended, so one look at what moves is not enough.
 */
async function untilDrawn(): Promise<void> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  const LOOKS_MAX = 20;
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    await frame();
    await frame();
    // Those that have ended and hold what they ended with are told too.
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
    if (moving.length === 0) return;
    await Promise.allSettled(moving.map((animation) => animation.finished));
  }
}

/** What axe finds wrong on the page by rules or tags of rules: rule and the elements, one text each. */
async function accessibilityFaults(page: Page, runOnly: string[]): Promise<string[]> {
  const { violations } = await page.evaluate(async (rules) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    return loaded.run(document, { runOnly: rules, resultTypes: ['violations'] });
  }, runOnly);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}
