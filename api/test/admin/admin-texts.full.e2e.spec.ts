import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request } from 'playwright-core';
import { ACTIONS } from './admin-actions.fixtures.js';
import { pickUser } from './admin.fixtures.js';
import { submitApplication, decideKyc, shareSession } from '../web/browser.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { requestTransfer, userIdOf } from '../payments/money.fixtures.js';
import {
  signIn,
  waitFor,
  withPage,
  type HttpClient,
  useApi,
  useBrowser,
  useDemoDatabase,
  useMailServer,
  expectSoon,
} from '../harness/index.js';

const database = useDemoDatabase();
const mail = useMailServer();
const browser = useBrowser();
const api = useApi(() => ({ database, env: { SMTP_URL: mail.smtpUrl } }));
let admin: HttpClient;
let alice: HttpClient;
let ids: { alice: string; bob: string };

/** The bodies of all admin calls during these tests, by call, such as `PUT /api/admin/kyc/{id}/reset`. */
const requestBodies = new Map<string, Record<string, unknown>[]>();

beforeAll(async () => {
  const bob = await signIn(api.baseUrl, 'bob');
  [admin, alice] = await Promise.all([signIn(api.baseUrl, 'admin'), signIn(api.baseUrl, 'alice')]);
  ids = { alice: await userIdOf(alice), bob: await userIdOf(bob) };
  await bob.post('/api/chat/send', { message: 'Where is my salary?' });
  await createApplicant('Pendleton');
  await decideKyc(admin, await createApplicant('Rejewski'), { status: 'reject', notes: 'Blurred' });
});

async function createApplicant(lastName: string): Promise<HttpClient> {
  const client = await newCustomer(api.baseUrl, database);
  expect((await submitApplication(client, { lastName })).status).toBe(201);
  return client;
}

/** Runs a scenario on a screen of the admin panel. */
function onScreen(name: string, path: string, scenario: (page: Page) => Promise<void>): Promise<void> {
  return withPage(browser, name, async (page, context) => {
    context.on('request', note);
    context.setDefaultTimeout(10_000);
    // Chromium exposes the body of a `fetch(new Request(…))` call only if the request is intercepted.
    await context.route('**/api/admin/**', (route) => route.continue());
    await shareSession(context, admin);
    await page.goto(api.baseUrl + path.replace('{alice}', ids.alice).replace('{bob}', ids.bob));
    await scenario(page);
  });
}

function note(request: Request): void {
  const { pathname } = new URL(request.url());
  if (!pathname.startsWith('/api/admin/')) return;
  const call = `${request.method()} ${pathname.replace(/[0-9a-f-]{36}/, '{id}')}`;
  const body = request.postData();
  const bodies = requestBodies.get(call) ?? [];
  bodies.push(body === null ? {} : (JSON.parse(body) as Record<string, unknown>));
  requestBodies.set(call, bodies);
}

const bodiesOf = (call: string): Record<string, unknown>[] => requestBodies.get(call) ?? [];

/** Waits for exactly this text, even outside an open dialog. */
const see = (page: Page | Locator, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).locator('visible=true').first().waitFor();
const press = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Clicks a button while every admin call other than a GET gets this response. */
async function pressWhile(page: Page, button: Locator, status: number, json: object): Promise<void> {
  await page.route('**/api/admin/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status, json }),
  );
  const call = page.waitForResponse((response) => response.request().method() !== 'GET');
  await button.click();
  await call;
}

it('shows the four figures with their growth, the tabs, the link back and a scrollable list of conversations [CHAT-8, ADM-1, ADM-3]', async () => {
  await onScreen('admin frame', '/admin', async (page) => {
    for (const label of ['Total Users', 'Active Accounts', 'Total Balance', 'Transactions']) {
      const figure = page.locator('dl > div', { has: page.getByText(label, { exact: true }) });
      await figure.filter({ hasText: /\d.*in 30 days/s }).waitFor();
    }
    // A tab may have a count after its label.
    const tabs = await page.getByRole('tablist', { name: 'Admin' }).getByRole('tab').allInnerTexts();
    expect(tabs.slice(0, 7).map((label) => label.replace(/\s*\d.*$/s, ''))).toEqual([
      'User Management',
      'Account Requests',
      'KYC Applications',
      'Outgoing Pays',
      'Incoming Payments',
      'User Chats',
      'Email Test',
    ]);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL('**/dashboard');
  });
  await onScreen('conversations', '/admin?tab=chats', async (page) => {
    const list = page.getByRole('list', { name: 'Conversations' });
    await list.getByText('Bob Lindqvist').waitFor();
    const style = await list.evaluate(({ parentElement }) => {
      const { maxHeight, overflowY } = getComputedStyle(parentElement ?? document.body);
      return { maxHeight: Number.parseInt(maxHeight, 10), overflowY };
    });
    expect(style).toEqual({ maxHeight: 544, overflowY: 'auto' });
  });
});

describe('a failed admin action', () => {
  it.each(ACTIONS.map((action) => [action.name, action] as const))(
    'shows its own text if the server sends no message, and reports an ended session: %s [ADM-20, ADM-22]',
    async (name, action) => {
      await onScreen(name, action.path, async (page) => {
        const button = await action.prepare(page);
        await pressWhile(page, button, 500, {});
        await see(page, 'Error');
        await see(page, action.failure);
        await pressWhile(page, button, 401, { message: 'Unauthorized' });
        await see(page, 'Session expired. Please log in again.');
        // The sign-in page redirects users who still have a session to the dashboard.
        await page.waitForURL(/\/(auth|dashboard)$/);
      });
    },
  );
});

it.each([
  ['creating a transaction from its preview', 'This customer has no account'],
  ['adding an incoming transaction', 'This customer has no account'],
  ['approving an application', 'This was already decided'],
  ['answering a customer', 'This customer is gone'],
])(
  "shows the server's message in the toast if the server refuses a request: %s [ADM-21]",
  async (name, message) => {
    const action = ACTIONS.find(({ name: actionName }) => actionName === name);
    if (action === undefined) throw new Error(`no action ${name}`);
    await onScreen(`${name}, refused`, action.path, async (page) => {
      const button = await action.prepare(page);
      await pressWhile(page, button, 409, { message });
      await see(page, message);
    });
  },
);

describe('dialogs', () => {
  /** Checks that an amount field has minimum 0 and step 0.01 (PAY-11). */
  async function expectAmountField(box: Locator): Promise<void> {
    const attributes = await box.evaluate((node: HTMLInputElement) => [node.type, node.min, node.step]);
    expect(attributes).toEqual(['number', '0', '0.01']);
  }

  it('Create Incoming Payment asks for missing required fields and sends defaults for blank optional ones [PAY-1, PAY-2, PAY-11, ADM-19, ADM-23]', async () => {
    await onScreen('incoming payment', '/admin?tab=incoming', async (page) => {
      await press(page, 'Create Incoming Payment');
      const dialog = page.getByRole('dialog', { name: 'Create Incoming Payment' });
      await press(dialog, 'Create Payment');
      await see(page, 'Please select a user and enter payment amount');
      await expectAmountField(dialog.getByLabel('Amount'));
      await pickUser(dialog, 'Alice Moreno');
      await dialog.getByLabel('Amount').fill('7.77');
      await dialog.getByLabel('To routing number').fill('026009593');
      const figuresRead = bodiesOf('GET /api/admin/stats').length;
      await press(dialog, 'Create Payment');
      await see(page, 'Incoming payment created successfully');
      await page.getByRole('row').filter({ hasText: '$7.77' }).filter({ hasText: 'Pending' }).waitFor();
      await waitFor(() => bodiesOf('GET /api/admin/stats').length > figuresRead, {
        what: 'the figures to be read again',
      });
    });
    expect(bodiesOf('POST /api/admin/incoming-payments').at(-1)).toEqual({
      userId: ids.alice,
      amount: 7.77,
      description: 'Incoming Payment',
      paymentFor: 'Payment',
      fromAccount: 'External Account',
      fromRouting: '000000000',
      toAccount: '482915306',
      toRouting: '026009593',
      recipientName: 'Unknown Recipient',
      status: 'pending',
    });
  });

  it('Add Incoming Transaction and Create Transaction require a user, an amount and a description [PAY-8, PAY-9, PAY-11]', async () => {
    await onScreen('credit', '/admin', async (page) => {
      await press(page, 'Add Incoming Transaction');
      const dialog = page.getByRole('dialog', { name: 'Add Incoming Transaction' });
      await press(dialog, 'Add Transaction');
      await see(page, 'Please fill in all required fields');
      await expectAmountField(dialog.getByLabel('Amount'));
    });
    await onScreen('preview', '/admin?tab=transactions', async (page) => {
      await press(page, 'Create Transaction');
      const dialog = page.getByRole('dialog', { name: 'Create Transaction' });
      await press(dialog, 'Create Transaction');
      await see(page, 'User Required');
      await pickUser(dialog, 'Alice Moreno');
      await press(dialog, 'Create Transaction');
      await see(page, 'Missing Information');
      await expectAmountField(dialog.getByLabel('Amount'));
      await dialog.getByLabel('Amount').fill('5');
      await press(dialog, 'Create Transaction');
      await see(dialog, 'Describe the transaction');
      expect(await dialog.getByLabel('Type').count()).toBe(0);
    });
  });

  it('User Details ignores an empty balance [PAY-11, ADM-8]', async () => {
    await onScreen('empty balance', '/admin', async (page) => {
      await page.getByRole('button', { name: /^View Alice/ }).click();
      await expectAmountField(page.getByLabel('New total balance'));
      const before = bodiesOf('PUT /api/admin/users/{id}/balance').length;
      await press(page, 'Update Balance');
      // When this call is answered, the page has sent every earlier call.
      await page.evaluate(() => fetch('/api/admin/stats').then(() => undefined));
      expect(bodiesOf('PUT /api/admin/users/{id}/balance')).toHaveLength(before);
      expect(await page.getByRole('alert').count()).toBe(0);
    });
  });

  it.each([
    [
      'Manage Account Request',
      'requests',
      /^Manage .*'s request$/,
      ['Pending', 'In review', 'Approved', 'Rejected'],
    ],
    [
      'Review Transfer Request',
      'outgoing',
      /^Review \$/,
      ['Pending', 'Processing', 'Completed', 'Failed', 'Cancelled'],
    ],
    [
      'Edit Incoming Payment',
      'incoming',
      /^Edit \$/,
      ['Pending', 'Processing', 'Completed', 'Failed', 'Cancelled'],
    ],
  ])('%s offers exactly its statuses [ACC-3, TRF-17, PAY-3]', async (name, tab, button, statuses) => {
    await onScreen(name, `/admin?tab=${tab}`, async (page) => {
      await page.getByRole('button', { name: button }).first().click();
      const select = page.getByRole('dialog').getByLabel('Status', { exact: true });
      await expectSoon(() => select.getByRole('option').allTextContents()).toEqual(statuses);
    });
  });

  it('Reject KYC Application requires a reason, and reports a failed rejection [KYC-19]', async () => {
    await onScreen('rejection', '/admin?tab=kyc', async (page) => {
      await page.getByRole('link', { name: "Review Ada Pendleton's application" }).click();
      await page.getByRole('button', { name: 'Reject' }).click();
      const dialog = page.getByRole('dialog', { name: 'Reject KYC Application' });
      await press(dialog, 'Reject Application');
      await see(dialog, 'Add a reason');
      expect(bodiesOf('PUT /api/admin/kyc/{id}/reject')).toEqual([]);
      await dialog.getByLabel('Reason').fill(' The photo is blurred ');
      await pressWhile(page, dialog.getByRole('button', { name: 'Reject Application' }), 500, {});
      await see(page, 'Failed to update KYC status');
    });
  });
});

it('offers Approve and Reject in the list only while a transfer is pending, and sends “approved” and “rejected” [TRF-16]', async () => {
  const { body } = await requestTransfer(alice, { amount: 31 });
  await admin.put(`/api/admin/transfer-requests/${body.id}`, { status: 'processing' });
  await onScreen('no quick decision', '/admin?tab=outgoing', async (page) => {
    await page.getByRole('button', { name: 'Review $31.00 from Alice Moreno' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Reject) \$31\.00/ }).count()).toBe(0);
  });
  const statuses = bodiesOf('PUT /api/admin/transfer-requests/{id}').map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual(['approved', 'rejected']);
});

it('trims replies, and does not send blank ones [CHAT-10]', async () => {
  const call = 'POST /api/admin/chats/{id}/reply';
  expect(new Set(bodiesOf(call).map(({ message }) => message))).toEqual(new Set(['It arrived.']));
  const before = bodiesOf(call).length;
  await onScreen('blank reply', '/admin?tab=chats&chat={bob}', async (page) => {
    const box = page.getByLabel('Reply');
    await box.fill('   ');
    await expectSoon(() => page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await box.press('Enter');
    await page.evaluate(() => fetch('/api/admin/stats').then(() => undefined));
    expect(bodiesOf(call)).toHaveLength(before);
  });
});

describe('the calls that the admin screens make', () => {
  it.each([
    ['GET /api/admin/stats', []],
    ['GET /api/admin/users', []],
    ['GET /api/admin/users/{id}', []],
    ['GET /api/admin/kyc-applications', []],
    ['GET /api/admin/account-requests', []],
    ['GET /api/admin/transfer-requests', []],
    ['GET /api/admin/incoming-payments', []],
    ['GET /api/admin/transactions', []],
    ['GET /api/admin/chats', []],
    ['GET /api/admin/chats/{id}', []],
    [
      'PUT /api/admin/account-requests/{id}',
      [
        ...['status', 'statusMessage', 'adminNotes', 'accountNumber', 'routingNumber', 'approvedAt'],
        'expectedRevision',
      ],
    ],
    ['PUT /api/admin/users/{id}/balance', ['accountBalance', 'reason', 'expectedRevision']],
    ['DELETE /api/admin/users/{id}', []],
    ['PUT /api/admin/transfer-requests/{id}', ['status', 'adminNotes', 'expectedRevision']],
    [
      'POST /api/admin/incoming-payments',
      [
        ...['userId', 'amount', 'description', 'paymentFor', 'fromAccount', 'fromRouting', 'toAccount'],
        ...['toRouting', 'recipientName', 'adminNotes', 'status'],
      ],
    ],
    ['PUT /api/admin/incoming-payments/{id}', ['status', 'adminNotes', 'created_at', 'expectedRevision']],
    ['POST /api/admin/test-email', ['email', 'firstName']],
    ['PUT /api/admin/kyc/{id}/approve', ['notes', 'expectedRevision']],
    ['PUT /api/admin/kyc/{id}/reject', ['notes', 'expectedRevision']],
    ['PUT /api/admin/kyc/{id}/reset', ['expectedRevision']],
    ['POST /api/admin/transactions', ['userId', 'type', 'amount', 'description', 'category']],
    ['PUT /api/admin/transactions/{id}', ['status', 'adminNotes', 'expectedRevision']],
    ['POST /api/admin/chats/{id}/reply', ['message']],
    ['GET /api/admin/dashboard-content/{id}', []],
    [
      'PUT /api/admin/dashboard-content/{id}',
      [
        ...['welcomeTitle', 'welcomeMessage', 'balanceLabel', 'availableLabel', 'pendingLabel', 'cardName'],
        ...['cardNumber', 'statusTitle', 'statusMessage', 'transactionTitle', 'quickActionTitle'],
      ],
    ],
  ])('%s sends exactly the expected fields [ADM-25]', (call, fields) => {
    const fieldsSent = new Set(requestBodies.get(call)?.flatMap(Object.keys) ?? ['never called']);
    expect([...fieldsSent].sort()).toEqual([...fields].sort());
  });

  it('include the account number, the default routing number and the time in an approval [ACC-4]', () => {
    const approval = bodiesOf('PUT /api/admin/account-requests/{id}').at(-1);
    expect(approval).toMatchObject({
      status: 'approved',
      accountNumber: expect.stringMatching(/^[1-9]\d{8}$/),
      routingNumber: '021000021',
      approvedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });
});
