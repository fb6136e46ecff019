import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { addPasskey, passkeyAddress } from '../identity/second-factors.fixtures.js';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import { type ApiErrorBody, userIdOf } from '../payments/money.fixtures.js';
import {
  createDemoDatabase,
  type HttpClient,
  launchBrowser,
  query,
  runCli,
  type RunningApi,
  signIn,
  startApi,
  type TestDatabase,
  withPage,
} from '../harness/index.js';
import { shareSession, button } from '../web/browser.fixtures.js';
import { waitForToast } from '../web/bank.fixtures.js';
import { POLICY, PROPOSED, STRICT } from './approvals.fixtures.js';

let database: TestDatabase;
let address: { port: number; baseUrl: string };
let api: RunningApi;
let browser: Browser;
let ann: HttpClient;
let ben: HttpClient;

const start = (env: Record<string, string> = {}) =>
  startApi({ database, port: address.port, env: { PUBLIC_URL: address.baseUrl, ...env } });

beforeAll(async () => {
  [database, address, browser] = await Promise.all([createDemoDatabase(), passkeyAddress(), launchBrowser()]);
  api = await start();
  ann = await newAdmin(address.baseUrl, database);
  ben = await newAdmin(address.baseUrl, database);
  await addPasskey(ann);
  expect((await ann.put(POLICY, { ...STRICT, expectedVersion: 0 })).status).toBe(200);
});

afterAll(async () => {
  await browser.close();
  await api.stop();
  await database.drop();
});

/** A virtual authenticator in the browser. `use` turns the authenticator on and off. */
class VirtualAuthenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async addTo(context: BrowserContext, page: Page): Promise<() => Promise<VirtualAuthenticator>> {
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    return async () => {
      const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          ...({ protocol: 'ctap2', transport: 'usb' } as const),
          ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
          automaticPresenceSimulation: true,
        },
      });
      return new VirtualAuthenticator(session, authenticatorId);
    };
  }

  async use(isUsed: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isUsed });
  }

  async verifyUser(isUserVerified: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }
}

async function startAddingPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${address.baseUrl}/settings`);
  await button(page, 'Add a Passkey').click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await button(page, 'Continue').click();
}

async function proposeCredit(amount: number): Promise<void> {
  const userId = await userIdOf(await signIn(address.baseUrl, 'alice'));
  const credit = { userId, type: 'credit', amount, description: 'Goodwill' };
  expect(await ann.post<ApiErrorBody>('/api/admin/transactions', credit)).toMatchObject(PROPOSED);
}

it('lets an admin sign an approval by keyboard with a passkey, which then vouches for a new one [APR-31, AUTH-91]', async () => {
  await withPage(browser, 'signed approvals', async (page, context) => {
    const plugIn = await VirtualAuthenticator.addTo(context, page);
    const laptop = await plugIn();
    await shareSession(context, ben);
    await startAddingPasskey(page, 'Laptop');
    await button(page, "I've Saved Them").click();
    await page.getByRole('list', { name: 'Two-step sign-in methods' }).getByText('Laptop').waitFor();
    await api.stop();
    api = await start({ APPROVAL_SIGNATURES: 'required' });

    await proposeCredit(600);
    await page.goto(`${address.baseUrl}/admin/approvals`);
    await page.getByRole('list', { name: 'Waiting proposals' }).getByRole('button').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Credit' });
    await dialog.getByText("You'll sign it with your passkey.").waitFor();
    await laptop.verifyUser(false);
    await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
    await waitForToast(page, "You didn't use a passkey, so nothing was approved.");
    await laptop.verifyUser(true);
    await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
    await waitForToast(page, 'Proposal approved and applied');

    await laptop.use(false);
    const blueKey = await plugIn();
    await startAddingPasskey(page, 'Blue key');
    await page.getByText('It vouches for the new passkey').waitFor();
    await blueKey.use(false);
    await laptop.use(true);
    await button(page, 'Use a Passkey').press('Enter');
    await page.getByRole('list', { name: 'Two-step sign-in methods' }).getByText('Blue key').waitFor();
  });
  const [approval] = await query<{ payload: string }>(
    database.superUrl,
    "select payload from ledger_event where type = 'ProposalApproved'",
  );
  expect(JSON.parse(approval?.payload ?? '')).toMatchObject({
    signature: { clientDataJSON: expect.any(String) },
  });
  const { stdout } = await runCli(['approval-keys'], { database });
  expect(stdout.match(/, not signed by an earlier passkey/g)).toHaveLength(2);
  expect(stdout.match(/, signed by an earlier passkey/g)).toHaveLength(1);
  expect((await runCli(['verify'], { database })).stdout).toContain('1 signed approval;');
});
