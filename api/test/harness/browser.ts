import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { measure } from './measure.js';
import { collectPageCoverage } from './page-coverage.js';
import { ROOT } from './paths.js';
import { callService } from './services-client.js';

const RESULTS = path.join(ROOT, 'test-results');

/**
 * The factor by which pages are slowed down (`npm test -- --slow-browser`). Slow pages expose tests that do not wait.
 */
const SLOWDOWN = Number(process.env['MONIKER_SLOW_BROWSER'] ?? 1);

declare global {
  /**
   * Connects to Chromium. `timed-environment.mjs` provides this function, because loading Playwright in each test file
   * would take longer than running many of the files.
   */
  function monikerBrowser(address: string, timeout: number): Promise<Browser>;
}

/** How many times to replace a Chromium that doesn't respond. */
const REPLACEMENTS = 2;
/** How long to wait for each Chromium. Together, the waits are shorter than a test's time limit. */
const CONNECT_MS = 30_000;

/**
 * Connects to the Chromium of this Jest worker. Closing the connection ends its sessions but not Chromium.
 *
 * In rare cases, Chromium hangs while it starts. A Chromium that hangs is replaced, because otherwise every test in
 * the file would fail.
 */
export const launchBrowser = (): Promise<Browser> =>
  measure('browser', async () => {
    for (let replaced = 0; ; replaced++) {
      const address = await callService<string>('/browser', { replace: replaced > 0 });
      try {
        return await globalThis.monikerBrowser(address, CONNECT_MS);
      } catch (error) {
        if (replaced === REPLACEMENTS) throw error;
      }
    }
  });

/**
 * Runs a scenario in its own browser session. After a failure, saves screenshots in test-results/ under `name`. Also
 * fails if a page violated its content security policy (SEC-17).
 *
 * Service workers are blocked unless `options` allow them: installing one costs a sixth of the browser's processor
 * time, and only the offline page depends on it. Animations are off unless `options` allow them: waiting for them takes
 * a tenth of the tests' time.
 */
export async function withPage<T>(
  browser: Browser,
  name: string,
  scenario: (page: Page, context: BrowserContext) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
  const saveCoverage = collectPageCoverage(context);
  const violations = collectPolicyViolations(context);
  if (SLOWDOWN > 1) context.on('page', slowDown);
  const page = await context.newPage();
  try {
    const result = await scenario(page, context);
    if (violations.length > 0) throw new Error(`content security policy: ${violations.join('\n')}`);
    return result;
  } catch (error) {
    await saveScreenshots(context, name);
    throw error;
  } finally {
    await saveCoverage();
    await context.close();
  }
}

/** `withPage` with animations: for tests of animations, and for tests of whole flows as most users see them. */
export const withMotion: typeof withPage = (browser, name, scenario, options) =>
  withPage(browser, name, scenario, { reducedMotion: 'no-preference', ...options });

/** Throttles the CPU of a page. */
async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  } catch (error) {
    // The page may already be closed.
    if (!page.isClosed()) throw error;
  }
}

/** Collects violations of the content security policy, which Chromium logs as errors in the page's console. */
function collectPolicyViolations(context: BrowserContext): readonly string[] {
  const violations: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy'))
      violations.push(message.text());
  });
  return violations;
}

async function saveScreenshots(context: BrowserContext, name: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const file = name.replaceAll(/[^\w-]+/g, '-');
  for (const [index, page] of context.pages().entries()) {
    // A crashed page can't be captured, and that error must not hide why the test failed.
    await page
      .screenshot({ path: path.join(RESULTS, `${file}-${index + 1}.png`), fullPage: true })
      .catch(() => undefined);
  }
}
