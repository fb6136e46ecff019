import {
  adminChat,
  adminIncoming,
  adminKyc,
  adminMail,
  adminOutgoing,
  adminRequest,
  adminTexts,
  adminUser,
  adminUsers,
  dashboardEditor,
  growth,
  objects,
  screens,
} from './proofs.js';
import type { Chapter, Proof } from './row.js';

const CREDIT = 'a transaction is created from its preview and its status is updated';
const DECISIONS = 'KYC is approved and rejected with its documents in view';
const EDITED = "a customer's dashboard shows the texts that an admin wrote";
const BOTH_WAYS = 'a chat goes both ways without a reload';

const frame = (says: string): Proof =>
  adminTexts('the admin dashboard has four figures with their growth, the tabs and the way back', says);
const figures = adminUsers('agree with the tables, now and 30 days ago');

/** The admin dashboard, its dialogs and the dashboard content editor. */
export const ADMIN_SCREENS: Chapter = {
  id: '§2 admin',
  title: 'Screens of admins',
  count: 35,
  because:
    'routes 3, header 1, figures 5, tabs 7, dialogs 13 (User Details 3, the preview 2), chat 3, mail 1, editor 2',
  rows: [
    ['/admin: admin dashboard', screens('%s can use every route', '/admin')],
    [
      "/dashboard-edit/{userId}: edit a user's dashboard content; opens in a new tab from the user dialog",
      dashboardEditor(EDITED, 'Open Dashboard Editor'),
      dashboardEditor('nobody’s dashboard cannot be edited, nor anybody’s by a customer'),
    ],
    [
      '/objects/{path}: stored uploaded KYC document images, for admins',
      objects('is its owner and admins; everybody else learns nothing'),
      adminKyc(DECISIONS, '^/objects/'),
    ],

    ["Header with 'Back to Dashboard'", frame('Back to Dashboard')],
    ['Stat card: Total Users', frame('Total Users'), figures],
    ['Stat card: Active Accounts', frame('Active Accounts'), figures],
    ['Stat card: Total Balance', frame('Total Balance'), figures],
    ['Stat card: Transactions', frame('Transactions'), figures],
    [
      'Each stat card carries a growth-percentage caption',
      frame('in 30 days'),
      growth('of %d after %d is %p'),
      figures,
    ],
    ['Tab: User Management', frame('User Management'), adminUser('a user is deleted')],
    [
      'Tab: Account Requests',
      frame('Account Requests'),
      adminRequest('an account request becomes an account number'),
    ],
    ['Tab: KYC Applications', frame('KYC Applications'), adminKyc(DECISIONS)],
    [
      'Tab: Outgoing Pays',
      frame('Outgoing Pays'),
      adminOutgoing('an outgoing pay goes through every status, reversal included'),
    ],
    [
      'Tab: Incoming Payments',
      frame('Incoming Payments'),
      adminIncoming('an incoming payment is completed and the toast tells the balance'),
    ],
    ['Tab: User Chats', frame('User Chats'), adminChat(BOTH_WAYS)],
    [
      'Tab: Email Test',
      frame('Email Test'),
      adminTexts('a test mail that fails says so beside the form as well'),
    ],

    ['User Details with delete', adminUser('a user is deleted', 'User Details')],
    ['User Details with balance edit', adminUser('a balance is edited with its entries in view')],
    ['User Details with an open-dashboard-editor link', dashboardEditor(EDITED, 'Open Dashboard Editor')],
    [
      'Manage Account Request',
      adminRequest('an account request becomes an account number', 'Manage Account Request'),
    ],
    ['Reject KYC Application', adminKyc(DECISIONS, 'Reject KYC Application')],
    [
      'Review Transfer Request',
      adminOutgoing('two admins decide at once', 'Review Transfer Request'),
      adminOutgoing('an outgoing pay goes through every status, reversal included'),
    ],
    [
      'Add Incoming Transaction',
      adminTexts(
        'Add Incoming Transaction and Create Transaction need user, amount and description',
        'Add Incoming Transaction',
      ),
    ],
    [
      'Edit Incoming Payment',
      adminIncoming(
        'an incoming payment is completed and the toast tells the balance',
        'Edit Incoming Payment',
      ),
    ],
    [
      'Create Incoming Payment',
      adminTexts('Create Incoming Payment says what is missing, and blanks become the defaults'),
    ],
    ['Update Transaction Status', adminIncoming(CREDIT, 'Update Transaction Status')],
    ["A document image viewer with 'Open in New Tab'", adminKyc(DECISIONS, 'Open in New Tab')],
    [
      'A create-transaction dialog with live preview (incoming credit only)',
      adminIncoming(CREDIT, 'Preview'),
    ],
    [
      "Its preview transaction ID is 'tra-' plus 9 random characters",
      adminIncoming(CREDIT, '^tra-[a-z0-9]{9}$'),
    ],

    ['Chat tab: a scroll-capped conversation list', frame('Conversations')],
    [
      'Chat tab: each row shows the user, the first 30 characters and an unread count',
      adminChat(BOTH_WAYS, 'Where is my salary? It should …'),
      adminChat(BOTH_WAYS, '1 unread'),
    ],
    ['Chat tab: selecting one shows the messages and a reply box', adminChat(BOTH_WAYS, 'Reply')],
    [
      'Email Test tab: fields for e-mail and first name, and a send button',
      adminTexts('a test mail that fails says so beside the form as well', 'Send Test Email'),
      adminMail('a test mail arrives with a code before the answer does'),
    ],

    [
      "Editor: edits the text fields of a user's dashboard with a live preview",
      dashboardEditor(EDITED, 'Preview'),
    ],
    ["Editor: 'Back to Admin' closes the window", dashboardEditor(EDITED, 'Back to Admin')],
  ],
};
