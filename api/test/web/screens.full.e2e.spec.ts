import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page, Route as Call } from 'playwright-core';
import { accessibilityViolations, EXTREME_VIEWPORTS, PHONE_VIEWPORTS, VIEWPORTS } from './axe.fixtures.js';
import { keyboardProblems } from './keyboard.fixtures.js';
import { collectErrors, waitForScreen, useScreenBank } from './screen-checks.fixtures.js';
import { PERSONAS, ROUTES, STATES, type Persona, type Route } from './screens.fixtures.js';

const PAGES_AT_A_TIME = 2;
const CHECKS_TIMEOUT_MS = 300_000;

const screens = useScreenBank();

/** A check of one page. Problems are reported under the check's name. */
interface Check {
  readonly name: string;
  /** Opens the page and returns its problems. */
  readonly run: (page: Page) => Promise<string[]>;
}

/** Runs the checks and returns their problems by check name. */
async function findProblems(who: Persona, checks: readonly Check[]): Promise<Record<string, string[]>> {
  const context = await screens.contextOf(who);
  const problems: Record<string, string[]> = {};
  const queue = [...checks];
  const runNextChecks = async (): Promise<void> => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const page = await context.newPage();
      const messages = await check.run(page);
      if (messages.length > 0) problems[check.name] = messages;
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_A_TIME }, runNextChecks));
  await context.close();
  return problems;
}

const open = async (page: Page, route: Route): Promise<void> => {
  await page.goto(screens.bank.api.baseUrl + route[0]);
  await waitForScreen(page, route);
};

const routesOf = (who: Persona): Route[] => ROUTES.filter((route) => route[1] === who);

/** Answers every API call with `answer`, except the one that asks who is signed in. */
async function answerCalls(page: Page, answer: (call: Call) => Promise<void> | void): Promise<void> {
  await page.route('**/api/**', (call) =>
    call.request().url().endsWith('/api/auth/user') ? call.continue() : answer(call),
  );
}

const SIGNED_IN = ['alice', 'admin'] as const;

describe('screens in light and dark', () => {
  it.each(PERSONAS)(
    'show %s every route without accessibility violations [ADM-1, UI-8, UI-16, UI-39]',
    async (who) => {
      const checks = routesOf(who).map((route): Check => ({
        name: route[0],
        run: async (page) => {
          const errors = collectErrors(page);
          await open(page, route);
          return [...(await accessibilityViolations(page, VIEWPORTS)), ...errors];
        },
      }));
      expect(await findProblems(who, checks)).toEqual({});
    },
    CHECKS_TIMEOUT_MS,
  );

  it.each(PERSONAS.filter((who) => STATES.some(({ route }) => route[1] === who)))(
    'show %s every dialog, step and form error without accessibility violations [UI-16, UI-39]',
    async (who) => {
      const states = STATES.filter(({ route }) => route[1] === who);
      const checks = states.map(({ name, route, reach }): Check => ({
        name,
        run: async (page) => {
          const errors = collectErrors(page);
          await open(page, route);
          await reach(page);
          return [...(await accessibilityViolations(page, EXTREME_VIEWPORTS)), ...errors];
        },
      }));
      expect(await findProblems(who, checks)).toEqual({});
    },
    CHECKS_TIMEOUT_MS,
  );

  it.each(SIGNED_IN)(
    'show %s every route without accessibility violations while it loads [UI-16, UI-39]',
    async (who) => {
      const checks = routesOf(who).map((route): Check => ({
        name: route[0],
        run: async (page) => {
          // Without an answer, the screen keeps loading until the page is closed.
          await answerCalls(page, () => undefined);
          await page.goto(screens.bank.api.baseUrl + route[0]);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('load');
          return accessibilityViolations(page, PHONE_VIEWPORTS);
        },
      }));
      expect(await findProblems(who, checks)).toEqual({});
    },
    CHECKS_TIMEOUT_MS,
  );

  it.each(SIGNED_IN)(
    'show %s every route without accessibility violations after its data could not be loaded [UI-16, UI-39]',
    async (who) => {
      const checks = routesOf(who).map((route): Check => ({
        name: route[0],
        run: async (page) => {
          await answerCalls(page, (call) => call.fulfill({ status: 503, json: {} }));
          await page.goto(screens.bank.api.baseUrl + route[0], { waitUntil: 'networkidle' });
          await page.getByRole('heading', { level: 1 }).waitFor();
          return accessibilityViolations(page, PHONE_VIEWPORTS);
        },
      }));
      expect(await findProblems(who, checks)).toEqual({});
    },
    CHECKS_TIMEOUT_MS,
  );
});

it.each(PERSONAS)(
  'lets %s reach every control by keyboard and see the focus [UI-40]',
  async (who) => {
    const checks = routesOf(who).map((route): Check => ({
      name: route[0],
      run: async (page) => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await open(page, route);
        return keyboardProblems(page);
      },
    }));
    expect(await findProblems(who, checks)).toEqual({});
  },
  CHECKS_TIMEOUT_MS,
);

it('ships no secret and no source map to the browser [SEC-7]', () => {
  const assets = path.join(import.meta.dirname, '../../../web/dist/assets');
  const files = readdirSync(assets);
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  const code = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(assets, name), 'utf8'));
  expect(code.filter((text) => /SECRET_KEY|DATABASE_URL|moniker-demo/.test(text))).toEqual([]);
});
