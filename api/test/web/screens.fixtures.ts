import type { Page } from 'playwright-core';
import { waitForToast } from './bank.fixtures.js';
import { fillFields, personalInformation } from './browser.fixtures.js';
import { DEMO_PASSWORD } from '../harness/index.js';

/**
 * The people who use the browser. `newcomer` has no phone number, `applicant` has a pending application, `rejected` has
 * a rejected one, and `resubmitting` has to send one document again.
 */
export const PERSONAS = [
  'visitor',
  'alice',
  'admin',
  'newcomer',
  'applicant',
  'rejected',
  'resubmitting',
] as const;
export type Persona = (typeof PERSONAS)[number];

/** A route, who opens it, and text that shows that it has loaded. */
export type Route = readonly [route: string, who: Persona, text: string];

/** The routes that need no id, each with a persona who may see it. Routes with an id are reached by `STATES`. */
export const ROUTES: readonly Route[] = [
  ['/', 'visitor', 'Get Started Free'],
  ['/about', 'visitor', 'Get Started'],
  ['/features', 'visitor', 'Smart Analytics'],
  ['/auth', 'visitor', 'Forgot password?'],
  ['/forgot-password', 'visitor', 'Email'],
  ['/secure-account', 'visitor', 'This link is incomplete'],
  ['/privacy', 'visitor', 'Privacy'],
  ['/terms', 'visitor', 'Terms'],
  ['/security', 'visitor', 'Security'],
  ['/no-such-page', 'visitor', 'Whoops! Page Not Found'],
  ['/dashboard', 'alice', 'Payments History'],
  ['/send-money', 'alice', 'Review Transfer'],
  ['/history', 'alice', 'Download CSV'],
  ['/history?search=nobody-there', 'alice', 'No transactions found matching your filters'],
  ['/explain', 'alice', 'Latest entries'],
  ['/settings', 'alice', 'Phone'],
  ['/analytics', 'alice', 'Balance History'],
  ['/contact', 'alice', 'Start a conversation'],
  ['/statements', 'alice', 'Opening balance'],
  ['/apply-checking', 'alice', 'Congratulations! Your account has been approved.'],
  ['/apply-checking', 'admin', 'Personal information'],
  ['/admin', 'admin', 'Total Users'],
  ['/admin/queue', 'admin', 'waiting, oldest'],
  ['/admin/queue?kind=credit', 'admin', 'Nothing of this type is waiting'],
  ['/admin/approvals', 'admin', 'Nothing to approve'],
  ['/admin?tab=requests', 'admin', 'Account Requests'],
  ['/admin?tab=kyc', 'admin', 'KYC Applications'],
  ['/admin?tab=outgoing', 'admin', 'Corner Greens'],
  ['/admin?tab=incoming', 'admin', 'Brightwater Studio'],
  ['/admin?tab=chats', 'admin', 'When will my account be ready'],
  ['/admin?tab=mail', 'admin', 'Failed emails'],
  ['/admin?tab=transactions', 'admin', 'Welcome credit'],
  ['/admin?tab=history', 'admin', 'Chain'],
  ['/admin?tab=history&view=access', 'admin', 'Who viewed which personal data'],
  ['/admin?tab=history&view=access&to=2020-01-01', 'admin', 'No entries match your filters'],
  ['/admin?tab=team', 'admin', 'Add Member'],
  ['/admin?tab=history&view=balance', 'admin', 'Choose a customer'],
  ['/admin?tab=history&view=balance&of=fees', 'admin', 'One step per entry'],
  ['/admin?tab=users&search=nobody-there', 'admin', 'No users found matching your search'],
  ['/admin?tab=requests&search=nobody-there', 'admin', 'No account requests match your filters'],
  ['/admin?tab=outgoing&search=nobody-there', 'admin', 'No transfer requests match your filters'],
  ['/admin?tab=history&type=AccountClosed&from=2026-01-01', 'admin', 'No events match your filters'],
  ['/dashboard', 'newcomer', 'Checking Account: Not Available'],
  ['/send-money', 'newcomer', 'You need a checking account first'],
  ['/analytics', 'newcomer', "Analytics isn't available yet"],
  ['/statements', 'newcomer', 'No activity in this period'],
  ['/explain', 'newcomer', 'No activity yet'],
  ['/dashboard', 'rejected', 'KYC Application Rejected'],
  ['/apply-checking', 'rejected', 'Use my last details'],
  ['/apply-checking', 'applicant', 'Your documents'],
  ['/apply-checking', 'resubmitting', 'Kept from your last application'],
  ['/send-money', 'rejected', "Send Money isn't available"],
];

/** The email address of a registered, unverified user. */
export const UNVERIFIED_EMAIL = 'unverified@mail.example';

/** A state that a screen reaches after it has loaded, such as an open dialog, visible errors, or a later step. */
export interface ScreenState {
  readonly name: string;
  readonly route: Route;
  /** Brings the page into this state, and resolves once it is visible. */
  readonly reach: (page: Page) => Promise<void>;
}

const clickButton = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

const openTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

const waitForDialog = (page: Page): Promise<void> => page.getByRole('dialog').waitFor();

/** Makes the page believe that the browser is offline. Other pages of its context stay online. */
async function goOffline(page: Page): Promise<void> {
  await page.route('**/healthz', (call) => call.abort());
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    window.dispatchEvent(new Event('offline'));
  });
  await page.getByText("You're offline.").filter({ visible: true }).waitFor();
}

const AUTH: Route = ['/auth', 'visitor', 'Forgot password?'];
const FORGOT: Route = ['/forgot-password', 'visitor', 'Email'];

const VISITORS: readonly ScreenState[] = [
  {
    name: 'mobile menu',
    route: ['/', 'visitor', 'Get Started Free'],
    reach: async (page) => {
      await clickButton(page, 'Open menu');
      await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    },
  },
  { name: 'offline visitor', route: AUTH, reach: goOffline },
  {
    name: 'empty sign-in',
    route: AUTH,
    reach: async (page) => {
      await clickButton(page, 'Sign In');
      await waitForToast(page, 'Please fill in all fields');
    },
  },
  {
    name: 'empty registration',
    route: AUTH,
    reach: async (page) => {
      await openTab(page, 'Get Started');
      await clickButton(page, 'Create Account');
      await waitForToast(page, 'Please fill in all fields including phone number');
    },
  },
  {
    name: 'verification screen without a code',
    route: AUTH,
    reach: async (page) => {
      await fillFields(page, [
        ['Email', UNVERIFIED_EMAIL],
        ['Password', DEMO_PASSWORD],
      ]);
      await clickButton(page, 'Sign In');
      await clickButton(page, 'Verify Email');
      await waitForToast(page, 'Please enter the 6-digit verification code');
    },
  },
  {
    name: 'password reset without an address',
    route: FORGOT,
    reach: async (page) => {
      await clickButton(page, 'Send Reset Code');
      await page.getByText('Please enter your email address').waitFor();
    },
  },
  {
    name: 'password reset, empty step 2',
    route: FORGOT,
    reach: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('nobody@mail.example');
      await clickButton(page, 'Send Reset Code');
      await clickButton(page, 'Reset Password');
      await waitForToast(page, 'Please fill in all fields');
    },
  },
];

const DASHBOARD: Route = ['/dashboard', 'alice', 'Payments History'];
const SEND_MONEY: Route = ['/send-money', 'alice', 'Review Transfer'];
const ASK_FOR_MONEY: Route = ['/send-money?ask', 'alice', 'Who should pay?'];
const SETTINGS: Route = ['/settings', 'alice', 'Phone'];

const TRANSFER = [
  ['Recipient name', 'Corner Greens'],
  ['Account number', '310447825'],
  ['Routing number', '021000021'],
  ['Purpose', 'Grocery box'],
] as const;

const CUSTOMERS: readonly ScreenState[] = [
  {
    name: 'transaction panel',
    route: DASHBOARD,
    reach: async (page) => {
      await page
        .getByRole('listitem')
        .getByRole('link', { name: /^Transfer to/ })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /^(Receipt|Transaction Details) \(PDF\)/ })
        .waitFor();
    },
  },
  {
    name: 'cancellation of a transfer',
    route: DASHBOARD,
    reach: async (page) => {
      const pending = page.getByRole('listitem').filter({ hasText: 'Pending' });
      await pending.getByRole('link').first().click();
      await clickButton(page, 'Cancel Transfer');
      await page.getByRole('dialog', { name: 'Cancel this transfer?' }).waitFor();
    },
  },
  { name: 'offline customer', route: DASHBOARD, reach: goOffline },
  {
    name: 'dashboard without matching payments',
    route: DASHBOARD,
    reach: async (page) => {
      await page.getByRole('searchbox').fill('nobody-there');
      await page.getByText('No transactions found matching your filters').waitFor();
    },
  },
  {
    name: 'notifications',
    route: DASHBOARD,
    reach: async (page) => {
      await clickButton(page, /^Notifications/);
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
  },
  {
    name: 'empty transfer',
    route: SEND_MONEY,
    reach: async (page) => {
      await clickButton(page, 'Review Transfer');
      await waitForToast(page, 'Please fill in all required fields');
    },
  },
  {
    name: 'transfer above the limit',
    route: SEND_MONEY,
    reach: async (page) => {
      await fillFields(page, [['Amount', '2500'], ...TRANSFER]);
      await clickButton(page, 'Review Transfer');
      await page.getByRole('alert').getByText('Daily Withdrawal Limit Exceeded').waitFor();
    },
  },
  {
    name: 'transfer to a new recipient with a wrong routing number',
    route: SEND_MONEY,
    reach: async (page) => {
      await fillFields(page, [
        ['Amount', '25'],
        ['Recipient name', 'Ola Nilsen'],
        ['Account number', '77001'],
        ['Routing number', '021000022'],
        ['Purpose', 'Rent'],
      ]);
      await page.getByText("This isn't a valid US routing number.").waitFor();
      await clickButton(page, 'Review Transfer');
      await page.getByText('New recipient').waitFor();
    },
  },
  {
    name: 'transfer review',
    route: SEND_MONEY,
    reach: async (page) => {
      await fillFields(page, [['Amount', '25'], ...TRANSFER]);
      await clickButton(page, 'Review Transfer');
      await page.getByRole('button', { name: 'Confirm and Send' }).waitFor();
    },
  },
  {
    name: 'search for a moniker',
    route: ASK_FOR_MONEY,
    reach: async (page) => {
      await clickButton(page, 'Find');
      await page.getByText('Enter a $moniker').waitFor();
    },
  },
  {
    name: 'payment link',
    route: ASK_FOR_MONEY,
    reach: async (page) => {
      await page.getByText('Payment link', { exact: true }).click();
      await clickButton(page, 'Create Link');
      await page.getByText('Enter an amount').waitFor();
    },
  },
  {
    name: 'empty password change',
    route: SETTINGS,
    reach: async (page) => {
      await clickButton(page, 'Send Verification Code');
      await waitForToast(page, 'Please fill in all password fields');
    },
  },
  {
    name: 'password change without the code',
    route: SETTINGS,
    reach: async (page) => {
      await fillFields(page, [
        ['Current password', DEMO_PASSWORD],
        ['New password', 'harbor lights'],
        ['Confirm new password', 'harbor lights'],
      ]);
      await clickButton(page, 'Send Verification Code');
      await clickButton(page, 'Change Password');
      await waitForToast(page, 'Please enter the verification code');
    },
  },
  {
    name: 'new authenticator app without a code',
    route: SETTINGS,
    reach: async (page) => {
      await clickButton(page, 'Set Up');
      await clickButton(page, 'Add App');
      await page.getByText('Please enter the 6-digit code').waitFor();
    },
  },
  {
    name: 'confirmation with a second factor',
    route: SETTINGS,
    reach: async (page) => {
      await page.route('**/api/user/factors/authenticator-app/secret', (call) =>
        call.fulfill({
          status: 403,
          json: { code: 'FACTOR_REQUIRED', factors: ['app', 'passkey', 'recovery'] },
        }),
      );
      await clickButton(page, 'Set Up');
      await page.getByRole('dialog', { name: "Confirm it's you" }).waitFor();
    },
  },
  {
    name: 'recipient without a name',
    route: SETTINGS,
    reach: async (page) => {
      await clickButton(page, 'Rename Corner Greens');
      await page.getByLabel('Recipient name').fill('');
      await clickButton(page, 'Save');
      await page.getByText("Enter the recipient's name").waitFor();
    },
  },
  {
    name: 'end of all sessions',
    route: SETTINGS,
    reach: async (page) => {
      await clickButton(page, 'Sign Out Everywhere');
      await page.getByRole('dialog', { name: 'Sign out everywhere?' }).waitFor();
    },
  },
  {
    name: 'blank message',
    route: ['/contact', 'alice', 'Start a conversation'],
    reach: async (page) => {
      await page.getByPlaceholder('Type your message...').press('Enter');
      await waitForToast(page, 'Message Required');
    },
  },
];

const APPLY: Route = ['/apply-checking', 'newcomer', 'Personal information'];

const NEWCOMERS: readonly ScreenState[] = [
  {
    name: 'empty phone number',
    route: ['/settings', 'newcomer', 'Add Phone Number'],
    reach: async (page) => {
      await clickButton(page, 'Add Phone Number');
      await page.getByText('Please enter a phone number').waitFor();
    },
  },
  {
    name: 'empty application',
    route: APPLY,
    reach: async (page) => {
      await clickButton(page, 'Next');
      await waitForToast(page, 'Please fill in all required fields');
    },
  },
  {
    name: 'business application without documents',
    route: APPLY,
    reach: async (page) => {
      await page.getByLabel('Business').check();
      await fillFields(page, personalInformation());
      await clickButton(page, 'Next');
      await clickButton(page, 'Submit Application');
      await waitForToast(page, 'Please upload all required business documents');
    },
  },
];

/** A tab of the admin panel, with text that shows that its list has loaded. */
const adminTab = (id: string, text: string): Route => [`/admin?tab=${id}`, 'admin', text];

const USERS = adminTab('users', 'Total Users');
const REQUESTS = adminTab('requests', 'Approving a request assigns');
const KYC = adminTab('kyc', 'We record every time');
const OUTGOING = adminTab('outgoing', 'Corner Greens');
const INCOMING = adminTab('incoming', 'Brightwater Studio');
const CHATS = adminTab('chats', 'When will my account be ready');
const MAIL = adminTab('mail', 'Failed emails');
const TRANSACTIONS = adminTab('transactions', 'Welcome credit');
const TEAM = adminTab('team', 'Add Member');
const HISTORY = adminTab('history', 'Everything the ledger has recorded');

const chooseAlice = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('combobox', { name: 'User' }).fill('alice');
  await page.getByRole('option', { name: 'Alice Moreno' }).click();
};

const waitInDialog = (page: Page, text: string): Promise<void> =>
  page.getByRole('dialog').getByText(text, { exact: false }).first().waitFor();

const openPendingKyc = async (page: Page): Promise<void> => {
  await page
    .getByRole('row', { name: /Pending/ })
    .getByRole('link', { name: /^Review/ })
    .first()
    .click();
  await page.getByRole('button', { name: "View Driver's license, front" }).waitFor();
};

const choosePending = async (page: Page): Promise<void> => {
  const pending = page.getByRole('row', { name: /Pending/ }).getByRole('checkbox');
  await pending.nth(0).check();
  await pending.nth(1).check();
};

const ADMIN_PEOPLE: readonly ScreenState[] = [
  {
    name: 'user details with an invalid balance',
    route: USERS,
    reach: async (page) => {
      await clickButton(page, /^View Alice/);
      await page.getByLabel('New total balance').fill('-5');
      await clickButton(page, 'Update Balance');
      await page.getByText('Enter an amount such as 250.00').waitFor();
    },
  },
  {
    name: 'dashboard editor',
    route: USERS,
    reach: async (page) => {
      await clickButton(page, /^View Alice/);
      const editor = page.getByRole('link', { name: /^Open Dashboard Editor/ });
      await page.goto(new URL((await editor.getAttribute('href')) ?? '', page.url()).href);
      await page.getByText('Blank fields go back to their defaults.').waitFor();
    },
  },
  {
    name: 'freeze',
    route: USERS,
    reach: async (page) => {
      await clickButton(page, /^View Alice/);
      await clickButton(page, 'Freeze Account');
      await page.getByRole('dialog', { name: /^Freeze Alice/ }).waitFor();
    },
  },
  {
    name: 'empty role',
    route: TEAM,
    reach: async (page) => {
      await clickButton(page, 'Add Member');
      await clickButton(page, 'Grant Role');
      await page.getByText('Select a role').last().waitFor();
    },
  },
  {
    name: 'user deletion',
    route: USERS,
    reach: async (page) => {
      await clickButton(page, /^View Bob/);
      await clickButton(page, 'Delete User');
      await page.getByText('Are you sure you want to delete this user?').waitFor();
    },
  },
  {
    name: 'empty incoming transaction',
    route: USERS,
    reach: async (page) => {
      await clickButton(page, 'Add Incoming Transaction');
      await clickButton(page, 'Add Transaction');
      await waitForToast(page, 'Please fill in all required fields');
    },
  },
  {
    name: 'user picker',
    route: USERS,
    reach: async (page) => {
      await clickButton(page, 'Add Incoming Transaction');
      await page.getByRole('dialog').getByRole('combobox', { name: 'User' }).fill('a');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'account request approval',
    route: REQUESTS,
    reach: async (page) => {
      await clickButton(page, /^Manage .*'s request$/);
      await page.getByRole('dialog').getByLabel('Status', { exact: true }).selectOption('approved');
      await page.getByText('Leave empty to generate one.').waitFor();
    },
  },
  { name: 'KYC application', route: KYC, reach: openPendingKyc },
  {
    name: 'KYC document',
    route: KYC,
    reach: async (page) => {
      await openPendingKyc(page);
      await clickButton(page, 'View Documents');
      await page.getByRole('img', { name: "Driver's license, front" }).waitFor();
    },
  },
  {
    name: 'enlarged KYC document',
    route: KYC,
    reach: async (page) => {
      await openPendingKyc(page);
      await clickButton(page, /^View Driver's license, front/);
      await page.getByRole('img', { name: "Driver's license, front" }).waitFor();
      await clickButton(page, 'Zoom In');
      await clickButton(page, 'Rotate');
    },
  },
  {
    name: 'KYC approval without documents',
    route: KYC,
    reach: async (page) => {
      await openPendingKyc(page);
      await clickButton(page, 'Approve');
      await page.getByText(/^You haven't opened/).waitFor();
    },
  },
  {
    name: 'saved filters',
    route: [`${KYC[0]}&status=pending`, 'admin', KYC[2]],
    reach: async (page) => {
      await clickButton(page, 'Saved Filters');
      await page.getByLabel('Name this filter').fill('Waiting');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: /^Delete Waiting/ }).waitFor();
    },
  },
  {
    name: 'KYC rejection without a reason',
    route: KYC,
    reach: async (page) => {
      await openPendingKyc(page);
      await clickButton(page, 'Reject');
      await clickButton(page, 'Reject Application');
      await page.getByText('Add a reason').waitFor();
    },
  },
  {
    name: 'conversation',
    route: CHATS,
    reach: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click();
      await page.getByPlaceholder('Type your message...').waitFor();
    },
  },
  {
    name: 'empty test email',
    route: MAIL,
    reach: async (page) => {
      await clickButton(page, 'Send Test Email');
      await page.getByText('Enter a first name').waitFor();
    },
  },
];

const QUEUE: Route = ['/admin/queue', 'admin', 'waiting, oldest'];

const ADMIN_QUEUE: readonly ScreenState[] = [
  {
    name: 'item of the queue',
    route: QUEUE,
    reach: async (page) => {
      await page
        .getByRole('link', { name: /Outgoing transfer/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Review Transfer Request' }).waitFor();
    },
  },
  {
    name: 'keyboard shortcuts',
    route: QUEUE,
    reach: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
];

const PROPOSED = {
  id: '0199a1b2-0000-7000-8000-000000000002',
  action: 'credit',
  status: 'pending',
  ...{ amount: '$1,250.00', amountCents: 125_000 },
  customer: {
    id: '0199a1b2-0000-7000-8000-000000000003',
    ...{ firstName: 'Alice', lastName: 'Moreno', moniker: 'alice', email: 'alice@moniker.example' },
  },
  details: [{ label: 'Description', value: 'Refund of a fee that was charged twice in November' }],
  digest: 'A'.repeat(43),
  ...{ proposedBy: 'Dana Whitfield', proposedAt: '2026-11-20T15:00:00.000Z' },
  ...{ isMine: false, isDecidable: true },
  ...{ decidedBy: null, decidedAt: null },
};

const ADMIN_APPROVALS: readonly ScreenState[] = [
  {
    name: 'proposal of another admin',
    route: ['/admin/approvals', 'admin', 'Nothing to approve'],
    reach: async (page) => {
      await page.route('**/api/admin/proposals?status=pending*', (call) =>
        call.fulfill({ json: { items: [PROPOSED], nextCursor: null } }),
      );
      await page.reload();
      await clickButton(page, /^Credit/);
      await page.getByRole('dialog', { name: 'Credit' }).getByText('Dana Whitfield').waitFor();
    },
  },
];

const QUARANTINED = {
  accountId: '0199a1b2-0000-7000-8000-000000000001',
  name: 'Alice Moreno',
  foundAt: '2026-11-20T15:00:00.000Z',
  position: 12,
  balance: '$500.01',
  entryBalance: '$500.00',
};

const ADMIN_MONEY: readonly ScreenState[] = [
  {
    name: 'transfer request review',
    route: OUTGOING,
    reach: async (page) => {
      await clickButton(page, /^Review \$/);
      await page.getByRole('dialog').getByLabel('Status', { exact: true }).selectOption('completed');
      await waitInDialog(page, 'Fee income');
    },
  },
  {
    name: 'quick rejection without a reason',
    route: OUTGOING,
    reach: async (page) => {
      await clickButton(page, /^Reject \$/);
      await clickButton(page, 'Reject Transfer');
      await page.getByText('Add a reason').waitFor();
    },
  },
  {
    name: 'local time of a transfer',
    route: OUTGOING,
    reach: async (page) => {
      await page.getByRole('row').locator('time').first().focus();
      await page.getByText('Your time: ').last().waitFor();
    },
  },
  { name: 'several selected transfers', route: OUTGOING, reach: choosePending },
  {
    name: 'bulk decision',
    route: OUTGOING,
    reach: async (page) => {
      await choosePending(page);
      await clickButton(page, 'Change Status');
      await waitInDialog(page, '2 transfers, $');
    },
  },
  {
    name: 'empty incoming payment',
    route: INCOMING,
    reach: async (page) => {
      await clickButton(page, 'Create Incoming Payment');
      await clickButton(page, 'Create Payment');
      await waitForToast(page, 'Please select a user and enter payment amount');
      // Closes the toast, which must not be part of this screen.
      await clickButton(page, 'Dismiss notification');
      await page.getByRole('button', { name: 'Dismiss notification' }).waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'incoming payment edit',
    route: INCOMING,
    reach: async (page) => {
      await clickButton(page, /^Edit \$/);
      await waitForDialog(page);
    },
  },
  {
    name: 'new transaction with a preview',
    route: TRANSACTIONS,
    reach: async (page) => {
      await clickButton(page, 'Create Transaction');
      await chooseAlice(page);
      await page.getByRole('dialog').getByLabel('Amount').fill('125.5');
      await waitInDialog(page, '+$125');
    },
  },
  {
    name: 'transaction status change',
    route: TRANSACTIONS,
    reach: async (page) => {
      await clickButton(page, /^Update status of/);
      await page.getByRole('dialog').getByLabel('Status', { exact: true }).selectOption('in_review');
    },
  },
  {
    name: 'account in quarantine',
    route: HISTORY,
    reach: async (page) => {
      await page.route('**/api/admin/event-history/chain', async (call) => {
        // Removes the request's ETag. Otherwise, the response to a poll would have no body if nothing has changed.
        const headers = { ...call.request().headers(), 'if-none-match': '' };
        const response = await call.fetch({ headers });
        const status = (await response.json()) as { quarantined: unknown[] };
        await call.fulfill({ response, json: { ...status, quarantined: [QUARANTINED] } });
      });
      await page.reload();
      await page.getByText('An account is in quarantine').waitFor();
    },
  },
  {
    name: 'event details',
    route: HISTORY,
    reach: async (page) => {
      await page.getByRole('row').getByRole('link').first().click();
      await waitInDialog(page, 'We just recalculated it, and it matches.');
    },
  },
];

/** The states of all screens to check. */
export const STATES: readonly ScreenState[] = [
  ...VISITORS,
  ...CUSTOMERS,
  ...NEWCOMERS,
  ...ADMIN_PEOPLE,
  ...ADMIN_QUEUE,
  ...ADMIN_APPROVALS,
  ...ADMIN_MONEY,
];
