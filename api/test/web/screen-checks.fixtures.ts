import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { register, newPerson } from '../identity/auth.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { insertFailedMail } from '../support/mail.fixtures.js';
import { setAvailableBalance, userIdOf } from '../payments/money.fixtures.js';
import { INITIAL_CONTEXT_OPTIONS } from './axe.fixtures.js';
import { submitApplication, decideKyc, shareSession } from './browser.fixtures.js';
import { UNVERIFIED_EMAIL, type Persona, type Route } from './screens.fixtures.js';
import {
  DEMO_PASSWORD,
  HttpClient,
  query,
  use,
  useBank,
  useBrowser,
  type DemoBank,
} from '../harness/index.js';

/** A bank and a browser in which each persona can open its screens. */
export interface ScreenBank {
  readonly bank: DemoBank;
  /** A browser context that is signed in as the persona. */
  contextOf(who: Persona): Promise<BrowserContext>;
}

export function useScreenBank(): ScreenBank {
  // Checks the build that is shipped, even in a coverage run.
  const bank = useBank({ WEB_DIR: path.join(import.meta.dirname, '../../../web/dist') });
  const browser = useBrowser();
  const clients = use(() => prepare(bank));
  return { bank, contextOf: (who) => openContext(browser, clients[who]) };
}

async function openContext(browser: Browser, client: HttpClient | null): Promise<BrowserContext> {
  const context = await browser.newContext(INITIAL_CONTEXT_OPTIONS);
  if (client) await shareSession(context, client);
  return context;
}

/** Creates the data that the screens show, and signs the personas in. */
async function prepare({
  api,
  database,
  admin,
  alice,
}: DemoBank): Promise<Record<Persona, HttpClient | null>> {
  const [newcomer, rejected, applicant, resubmitting] = await Promise.all([
    newCustomer(api.baseUrl, database),
    newCustomer(api.baseUrl, database),
    newCustomer(api.baseUrl, database),
    newCustomer(api.baseUrl, database),
  ]);
  await query(database.superUrl, 'update app_user set phone_number = null where id = $1', [
    await userIdOf(newcomer),
  ]);
  await submitApplication(rejected);
  await submitApplication(applicant);
  await submitApplication(resubmitting);
  await applicant.post('/api/chat/send', { message: 'When will my account be ready?' });
  await insertFailedMail(database, await userIdOf(alice));
  const rejection = { status: 'reject', notes: 'The license is blurred.' } as const;
  await decideKyc(admin, rejected, rejection);
  await decideKyc(admin, resubmitting, { ...rejection, documents: ['drivingLicenseFront'] });
  await setAvailableBalance(admin, alice, 500_000);
  const unverified = newPerson({ email: UNVERIFIED_EMAIL, password: DEMO_PASSWORD });
  await register(new HttpClient(api.baseUrl), unverified);
  return { visitor: null, alice, admin, newcomer, applicant, rejected, resubmitting };
}

/** Waits until a screen has loaded. */
export async function waitForScreen(page: Page, [, , text]: Route): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  await page
    .locator('.skeleton, .animate-spin')
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'hidden' });
}

/**
 * Requests that fail on purpose: a sign-in, an unknown screen, the probe while offline, and a route that requires a
 * confirmation.
 */
const EXPECTED_FAILURES = /\/(api\/auth\/login|no-such-page|healthz|authenticator-app\/secret)$/;

/** Collects unexpected errors. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_FAILURES.test(message.location().url))
      errors.push(message.text());
  });
  return errors;
}
