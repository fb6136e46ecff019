import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { signInOnPage } from './bank.fixtures.js';
import {
  DEMO_PASSWORD,
  launchBrowser,
  query,
  startDemoBank,
  withPage,
  type DemoBank,
} from '../support/index.js';

let bank: DemoBank;
let browser: Browser;

beforeAll(async () => {
  [bank, browser] = await Promise.all([startDemoBank(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await bank.stop();
});

/** Collects the calls of the API and the errors on the console. */
function record(page: Page): { calls: string[]; errors: string[] } {
  const calls: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { calls, errors };
}

const open = (page: Page, path: string): Promise<unknown> =>
  page.goto(bank.api.baseUrl + path, { waitUntil: 'networkidle' });

const heading = (page: Page): Promise<void> => page.getByRole('heading', { level: 1 }).waitFor();

describe('the web app', () => {
  it('asks for nothing and logs no error while nobody is signed in [AUTH-6, SEC-20]', async () => {
    await withPage(browser, 'visitor', async (page) => {
      const recorded = record(page);
      for (const path of ['/', '/auth', '/about', '/dashboard']) {
        await open(page, path);
        await heading(page);
      }
      expect(recorded).toEqual({ calls: [], errors: [] });
    });
  });

  it('asks who is signed in with the hint, and stops after the session has ended [AUTH-6, SEC-20]', async () => {
    const { id } = (await bank.bob.get<{ id: string }>('/api/auth/user')).body;
    await withPage(browser, 'ended session', async (page) => {
      await signInOnPage(page, bank.api.baseUrl, 'bob@moniker.example', DEMO_PASSWORD);
      await page.reload();
      await page.getByRole('heading', { name: 'Welcome back!' }).waitFor();
      expect(await page.evaluate(() => document.cookie)).toBe('moniker_signed_in=1');

      await query(bank.database.superUrl, 'delete from session where user_id = $1', [id]);
      const recorded = record(page);
      await open(page, '/');
      await page.getByText('Get Started Free').first().waitFor();
      expect(recorded.calls).toEqual(['/api/auth/user']);
      await open(page, '/');
      await page.getByText('Get Started Free').first().waitFor();
      expect(recorded.calls).toEqual(['/api/auth/user']);
    });
  });
});
