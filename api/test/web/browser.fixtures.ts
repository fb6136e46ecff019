import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import type { DocumentKind } from '@moniker/common/applications.js';
import type { Newcomer } from './bank.fixtures.js';
import { KYC, requestAccount, userIdOf } from '../payments/money.fixtures.js';
import { uploadLicenseSides, newSsn, picture, type KycStatus } from '../kyc/kyc.fixtures.js';
import {
  DEMO_PASSWORD,
  HttpClient,
  waitFor,
  type HttpResponse,
  type TestDatabase,
} from '../harness/index.js';

/** Copies the cookies of an HTTP client into a browser context, so both share one session. */
export async function shareSession(context: BrowserContext, client: HttpClient): Promise<void> {
  const cookies = client
    .cookieHeader()
    .split('; ')
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      const httpOnly = !name.endsWith('moniker_signed_in');
      return { name, value: pair.slice(at + 1), url: client.baseUrl, httpOnly };
    });
  await context.addCookies(cookies);
}

/**
 * Opens a screen as a demo user who is signed in through the API. That is faster than the sign-in form, which first
 * opens the dashboard and its charts. Use `signInOnPage` if the test is about signing in, or needs the browser's name
 * in the session.
 */
export async function openSignedIn(page: Page, baseUrl: string, email: string, path: string): Promise<void> {
  const client = new HttpClient(baseUrl);
  const { status } = await client.post('/api/auth/login', { email, password: DEMO_PASSWORD });
  if (status !== 200) throw new Error(`Signing in as ${email} failed with status ${status}`);
  await shareSession(page.context(), client);
  await page.goto(baseUrl + path);
}

/**
 * Hovers over a time until its tooltip opens, and returns the tooltip. Tries again if it doesn't open, because a list
 * that is still moving can shift the time away from the pointer.
 */
export async function pointAtTime(time: Locator): Promise<Locator> {
  const tooltip = time.locator('[popover]');
  const isShown = async (): Promise<boolean> => {
    await time.page().mouse.move(0, 0);
    await time.hover();
    await tooltip.waitFor({ timeout: 1000 });
    return true;
  };
  await waitFor(isShown, { what: 'the tooltip of the time' });
  return tooltip;
}

/** A file for a file input. */
export interface FilePayload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export async function photoFile(name: string, format: 'jpeg' | 'png' = 'jpeg'): Promise<FilePayload> {
  return { name, mimeType: `image/${format}`, buffer: await picture(format) };
}

/** Selects a file in an upload field and waits until it is stored. */
export async function upload(page: Page, label: string, file: FilePayload): Promise<void> {
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.status() === 200,
  );
  await page.getByLabel(label).setInputFiles(file);
  await stored;
}

/**
 * Selects a file that begins like a JPEG. The page creates the file, because sending a large file to the browser as
 * text would take seconds of CPU time.
 */
export const selectLargeFile = (input: Locator, name: string, bytes: number): Promise<void> =>
  input.evaluate(
    (element, [fileName, size]) => {
      const transfer = new DataTransfer();
      const bytes = new Uint8Array(size);
      bytes.set([0xff, 0xd8, 0xff]);
      transfer.items.add(new File([bytes], fileName, { type: 'image/jpeg' }));
      (element as HTMLInputElement).files = transfer.files;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [name, bytes] as const,
  );

/** Values for step 1 of the application, by label. */
export function personalInformation({ firstName = 'Grace', lastName = 'Hopper', ssn = newSsn() } = {}) {
  return [
    ['First name', firstName],
    ['Last name', lastName],
    ['Social Security number', ssn.replaceAll('-', '')],
    ['Street address', '1 Main Street'],
    ['City', 'San Francisco'],
    ['State', 'ca'],
    ['ZIP code', '94105'],
  ] as const;
}

export async function fillFields(page: Page, values: readonly (readonly [string, string])[]): Promise<void> {
  for (const [label, value] of values) await page.getByLabel(label, { exact: true }).fill(value);
}

/** Submits an application with its documents through the API. */
export async function submitApplication(
  client: HttpClient,
  fields: Record<string, unknown> = {},
): Promise<HttpResponse<KycStatus>> {
  const documents = await uploadLicenseSides(client);
  return client.post('/api/kyc/create', { ...KYC, ssn: newSsn(), ...documents, ...fields });
}

type Decision =
  | { status: 'approve'; notes?: string }
  | { status: 'reject'; notes: string; documents?: readonly DocumentKind[] };

/** Decides on a customer's newest KYC application as the admin. */
export async function decideKyc(
  admin: HttpClient,
  customer: HttpClient,
  { status, ...body }: Decision,
): Promise<void> {
  const { kyc } = (await customer.get<KycStatus>('/api/kyc/status')).body;
  const response = await admin.put(`/api/admin/kyc/${kyc?.id}/${status}`, body);
  if (response.status !== 200) throw new Error(`the KYC decision failed: ${JSON.stringify(response.body)}`);
}

/** Decides on a customer's newest account request as the admin. */
export async function decideAccountRequest(
  admin: HttpClient,
  customer: HttpClient,
  decision: { status: string; accountNumber?: string; statusMessage?: string },
): Promise<void> {
  const { accountRequest } = (await customer.get<KycStatus>('/api/kyc/status')).body;
  const response = await admin.put(`/api/admin/account-requests/${accountRequest?.id}`, decision);
  if (response.status !== 200)
    throw new Error(`the account decision failed: ${JSON.stringify(response.body)}`);
}

/** Gives a customer an account with a number, skipping the application. */
export async function openAccount(
  database: TestDatabase,
  admin: HttpClient,
  customer: HttpClient,
): Promise<void> {
  await requestAccount(database, await userIdOf(customer));
  await decideAccountRequest(admin, customer, { status: 'approved' });
}

/** Makes the next call to a route fail without a message, so the screen shows its own text. */
export async function failNextCall(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
}

/** Delivers a request but drops its response, once. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route(url, lose, { times: 1 });
}

/** Submits the sign-in form of the auth page. */
export async function submitSignIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await fillFields(page, [
    ['Email', email],
    ['Password', password],
  ]);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export const fillInTransfer = (page: Page, amount = '20'): Promise<void> =>
  fillFields(page, [
    ['Amount', amount],
    ['Recipient name', 'Corner Greens'],
    ['Account number', '310447825'],
    ['Routing number', '021000021'],
    ['Purpose', 'Grocery box'],
  ]);

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name });
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** Registration data of a new user, without the SSN: only the application for a checking account asks for it. */
type Registration = Omit<Newcomer, 'ssn'>;

export const fillInRegistration = (page: Page, person: Registration): Promise<void> =>
  fillFields(page, [
    ['First name', person.firstName],
    ['Last name', person.lastName],
    ['Moniker', person.moniker],
    ['Email', person.email],
    ['Phone number', person.phoneNumber],
    ['Password', person.password],
    ['Confirm password', person.password],
  ]);

export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** The region that shows toasts. */
export const toastRegion = (page: Page): Locator => page.getByRole('region', { name: /^Notifications/ });

/**
 * Pauses the clock of the page. Time then passes only with `page.clock.runFor`. The caller must install the clock
 * before the page opens.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

const TICK_MS = 10;

/** Waits for an element while the clock is paused, advancing it only by the few ticks that rendering needs. */
export async function waitForVisible(page: Page, locator: Locator): Promise<void> {
  const isVisible = async (): Promise<boolean> => {
    await page.clock.runFor(TICK_MS);
    return locator.first().isVisible();
  };
  await waitFor(isVisible, { what: String(locator) });
}

/** Longer than the sum of all ticks in one call to `waitForVisible`. */
const RENDER_MARGIN_MS = 200;

/**
 * Checks that the page redirects to `path` after the delay and not earlier. The clock must be paused before the call,
 * and runs again afterwards.
 */
export async function waitForRedirectAfter(page: Page, delayMs: number, path: string): Promise<void> {
  const before = pathOf(page);
  await page.clock.runFor(delayMs - RENDER_MARGIN_MS);
  const after = await page.evaluate(() => window.location.pathname);
  if (after !== before) throw new Error(`${before} redirected to ${after} before ${delayMs} ms`);
  await page.clock.runFor(RENDER_MARGIN_MS);
  await page.waitForURL((url) => url.pathname === path);
  await page.clock.resume();
}
