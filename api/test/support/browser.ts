import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { ROOT } from './paths.js';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const RESULTS = path.join(ROOT, 'test-results');

/** The machine's Chromium, without a window. CHROMIUM_PATH names one in an unusual place. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? PLACES.find((place) => existsSync(place));
  if (!executablePath) throw new Error(`No Chromium in ${PLACES.join(', ')}; set CHROMIUM_PATH`);
  return chromium.launch({ executablePath, args: FLAGS });
}

/**
 * Runs a scenario in a browser session of its own. If it fails, what the page showed is kept in test-results/ under the
 * given name.
 */
export async function withPage<T>(
  browser: Browser,
  name: string,
  scenario: (page: Page, context: BrowserContext) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  try {
    return await scenario(page, context);
  } catch (error) {
    await keepPictures(context, name);
    throw error;
  } finally {
    await context.close();
  }
}

async function keepPictures(context: BrowserContext, name: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const file = name.replaceAll(/[^\w-]+/g, '-');
  for (const [index, page] of context.pages().entries()) {
    // A page that crashed has no picture, and that must not hide why the test failed.
    await page
      .screenshot({ path: path.join(RESULTS, `${file}-${index + 1}.png`), fullPage: true })
      .catch(() => undefined);
  }
}
