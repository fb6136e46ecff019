import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityFaults } from './axe.given.js';
import {
  createDemoDatabase,
  DEMO_PASSWORD,
  launchBrowser,
  type RunningApi,
  startApi,
  type TestDatabase,
} from './support/index.js';

type Who = 'visitor' | 'alice' | 'admin';

/** Every route of this side with somebody who may see it, and a text that shows that it is there. */
const ROUTES: readonly (readonly [route: string, who: Who, text: string])[] = [
  ['/', 'visitor', 'Get Started Free'],
  ['/about', 'visitor', 'Get Started'],
  ['/features', 'visitor', 'Smart Analytics'],
  ['/auth', 'visitor', 'Forgot password?'],
  ['/forgot-password', 'visitor', 'E-mail'],
  ['/privacy', 'visitor', 'Privacy'],
  ['/terms', 'visitor', 'Terms'],
  ['/security', 'visitor', 'Security'],
  ['/no-such-page', 'visitor', 'Whoops! Page Not Found'],
  ['/dashboard', 'alice', 'Payments History'],
  ['/send-money', 'alice', 'Review Transfer'],
  ['/settings', 'alice', 'Phone'],
  ['/analytics', 'alice', 'Balance History'],
  ['/contact', 'alice', 'Start a conversation'],
  ['/statements', 'alice', 'Opening balance'],
  ['/apply-checking', 'admin', 'Personal information'],
  ['/admin', 'admin', 'Total Users'],
];

const SCREENS = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** KiB of JavaScript, gzipped, on a first visit (checklists: Web). */
const BUDGETS: readonly (readonly [route: string, who: Who, kib: number])[] = [
  ['/', 'visitor', 120],
  ['/auth', 'visitor', 120],
  ['/dashboard', 'alice', 170],
];

let database: TestDatabase;
let api: RunningApi;
let browser: Browser;

beforeAll(async () => {
  [database, browser] = await Promise.all([createDemoDatabase(), launchBrowser()]);
  api = await startApi({ database });
}, 60_000);

afterAll(async () => {
  await browser.close();
  await api.stop();
  await database.drop();
});

async function signInContext(context: BrowserContext, who: Who): Promise<void> {
  if (who === 'visitor') return;
  const answer = await context.request.post(`${api.baseUrl}/api/auth/login`, {
    data: { email: `${who}@moniker.example`, password: DEMO_PASSWORD },
    headers: { origin: api.baseUrl },
  });
  expect(answer.status()).toBe(200);
}

async function open(page: Page, route: string, text: string): Promise<void> {
  await page.goto(api.baseUrl + route);
  await page.getByText(text).first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Signed-out pages ask who is signed in and are told 401; nothing else may fail. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401')) errors.push(message.text());
  });
  return errors;
}

describe.each(SCREENS)('at $width px in $colorScheme', ({ width, colorScheme }) => {
  it.each(['visitor', 'alice', 'admin'] as const)(
    '%s can use every route',
    async (who) => {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      await signInContext(context, who);
      const faults: Record<string, unknown> = {};
      for (const [route, , text] of ROUTES.filter((entry) => entry[1] === who)) {
        const page = await context.newPage();
        const errors = collectErrors(page);
        await open(page, route, text);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        const found = [...(await accessibilityFaults(page)), ...errors];
        if (overflow > 0) found.push(`${overflow} px wider than the screen`);
        if (found.length > 0) faults[route] = found;
        await page.close();
      }
      await context.close();
      expect(faults).toEqual({});
    },
    90_000,
  );
});

describe('first load', () => {
  it.each(BUDGETS)('of %s as %s stays within %d KiB of JavaScript', async (route, who, kib) => {
    const context = await browser.newContext();
    await signInContext(context, who);
    const page = await context.newPage();
    const scripts = new Map<string, number>();
    page.on('response', (response) => {
      if (!new URL(response.url()).pathname.endsWith('.js')) return;
      const pending = response.body().then((body) => scripts.set(response.url(), gzipSync(body).length));
      void pending.catch(() => undefined);
    });
    await page.goto(api.baseUrl + route);
    await page.waitForLoadState('networkidle');
    await context.close();
    const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    expect(scripts.size).toBeGreaterThan(0);
    expect(bytes / 1024).toBeLessThanOrEqual(kib);
  });
});

it('ships no secret and no source map to the browser', () => {
  const assets = path.join(import.meta.dirname, '../../web/dist/assets');
  const files = readdirSync(assets);
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  const code = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(assets, name), 'utf8'));
  expect(code.filter((text) => /SECRET_KEY|DATABASE_URL|moniker-demo/.test(text))).toEqual([]);
});
