import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { register, newPerson } from '../auth/auth.fixtures.js';
import {
  accessibilityViolations,
  INITIAL_CONTEXT_OPTIONS,
  EXTREME_VIEWPORTS,
  VIEWPORTS,
} from './axe.fixtures.js';
import { insertFailedMail } from '../mail/mail.fixtures.js';
import { submitApplication, decideKyc, shareSession } from './browser.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { setAvailableBalance, userIdOf } from '../money/money.fixtures.js';
import {
  ROUTES,
  STATES,
  UNVERIFIED_EMAIL,
  type Route,
  type ScreenState,
  type Persona,
} from './screens.fixtures.js';
import {
  DEMO_PASSWORD,
  HttpClient,
  launchBrowser,
  query,
  startDemoBank,
  type DemoBank,
} from '../support/index.js';

const PAGES_AT_A_TIME = 2;

let bank: DemoBank;
let browser: Browser;
let clients: Record<Persona, HttpClient | null>;

beforeAll(async () => {
  // The build of a coverage run is larger than the one whose size is tested.
  const env = { WEB_DIR: path.join(import.meta.dirname, '../../../web/dist') };
  [bank, browser] = await Promise.all([startDemoBank(env), launchBrowser()]);
  const { api, database, admin, alice } = bank;
  const [newcomer, rejected, applicant] = await Promise.all([
    newCustomer(api.baseUrl, database),
    newCustomer(api.baseUrl, database),
    newCustomer(api.baseUrl, database),
  ]);
  await query(database.superUrl, 'update app_user set phone_number = null where id = $1', [
    await userIdOf(newcomer),
  ]);
  await submitApplication(rejected);
  await submitApplication(applicant);
  await applicant.post('/api/chat/send', { message: 'When will my account be ready?' });
  await insertFailedMail(database, await userIdOf(alice));
  await decideKyc(admin, rejected, { status: 'reject', notes: 'The license is blurred.' });
  await setAvailableBalance(admin, alice, 500_000);
  const unverified = newPerson({ email: UNVERIFIED_EMAIL, password: DEMO_PASSWORD });
  await register(new HttpClient(api.baseUrl), unverified);
  clients = { visitor: null, alice, admin, newcomer, rejected };
});

afterAll(async () => {
  await browser.close();
  await bank.stop();
});

/** A browser context that is signed in as the persona. */
async function contextOf(who: Persona): Promise<BrowserContext> {
  const context = await browser.newContext(INITIAL_CONTEXT_OPTIONS);
  const client = clients[who];
  if (client) await shareSession(context, client);
  return context;
}

/** Opens a screen and waits until it has loaded. */
async function open(page: Page, [route, , text]: Route): Promise<void> {
  await page.goto(bank.api.baseUrl + route);
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  await page
    .locator('.skeleton, .animate-spin')
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'hidden' });
}

/** Collects errors. Expected failures are 401 for visitors and 403 for unverified users. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[13]/.test(message.text())) errors.push(message.text());
  });
  return errors;
}

/** The violations of each state, by its name. */
async function findViolations(
  who: Persona,
  states: readonly ScreenState[],
  viewports = VIEWPORTS,
): Promise<Record<string, unknown>> {
  const context = await contextOf(who);
  const violations: Record<string, unknown> = {};
  const queue = [...states];
  const checkNextStates = async (): Promise<void> => {
    for (let state = queue.shift(); state; state = queue.shift()) {
      const page = await context.newPage();
      const errors = collectErrors(page);
      await open(page, state.route);
      await state.reach(page);
      const messages = [...(await accessibilityViolations(page, viewports)), ...errors];
      if (messages.length > 0) violations[state.name] = messages;
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_A_TIME }, checkNextStates));
  await context.close();
  return violations;
}

const PERSONAS = ['visitor', 'alice', 'admin', 'newcomer', 'rejected'] as const;

describe('screens in light and dark', () => {
  it.each(PERSONAS)('show %s every route without violations [ADM-1, UI-8, UI-16]', async (who) => {
    const routes = ROUTES.filter((route) => route[1] === who);
    const initialStates = routes.map((route) => ({ name: route[0], route, reach: () => Promise.resolve() }));
    expect(await findViolations(who, initialStates)).toEqual({});
  });

  it.each(PERSONAS.filter((who) => STATES.some(({ route }) => route[1] === who)))(
    'show %s every dialog, step and form error without violations [UI-16]',
    async (who) => {
      const states = STATES.filter(({ route }) => route[1] === who);
      expect(await findViolations(who, states, EXTREME_VIEWPORTS)).toEqual({});
    },
    180_000,
  );
});

it('ships no secret and no source map to the browser [SEC-7]', () => {
  const assets = path.join(import.meta.dirname, '../../../web/dist/assets');
  const files = readdirSync(assets);
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  const code = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(assets, name), 'utf8'));
  expect(code.filter((text) => /SECRET_KEY|DATABASE_URL|moniker-demo/.test(text))).toEqual([]);
});
