import { adminCalls, dashboardContent, money } from './proofs.js';
import type { Chapter, Proof, Row } from './row.js';

const entity = (name: string): Proof =>
  adminCalls('an entity of admins has the fields of the specification: %s', name);

const content = (field: string, text: string): Row => [
  `Dashboard content: ${field} '${text}'`,
  dashboardContent('is the default until an admin writes, and then that customer’s alone', text),
];

/** The entities as admins get them. */
export const ADMIN_ENTITIES: Chapter = {
  id: '§3 admin',
  title: 'Entities of admins',
  count: 22,
  because: 'nine entities, the answer of an update, and the 12 fields of the dashboard content',
  rows: [
    ['User', entity('User')],
    ['Account request', entity('Account request')],
    ['KYC application', entity('KYC application')],
    ['Transaction', entity('Transaction')],
    ['Transfer request (outgoing)', entity('Transfer request')],
    ['Incoming payment', entity('Incoming payment')],
    [
      'Incoming payment: the update response may carry userBalance',
      money('becomes money and a line of the history only on completion'),
    ],
    ['Chat conversation', entity('Chat conversation')],
    ['Chat message', adminCalls('Chat message')],
    ['Admin stats', adminCalls('Admin stats')],
    [
      'Dashboard content: userId',
      dashboardContent('is the default until an admin writes, and then that customer’s alone'),
    ],
    content('welcomeTitle', 'Welcome back!'),
    content('welcomeMessage', "Here's your account overview"),
    content('balanceLabel', 'Total Balance'),
    content('availableLabel', 'Available'),
    content('pendingLabel', 'Pending'),
    content('cardName', 'Moniker Card'),
    content('cardNumber', '•••• •••• •••• ••••'),
    content('statusTitle', 'Account Request Status'),
    content('statusMessage', 'Your account application is being reviewed'),
    content('transactionTitle', 'Recent Transactions'),
    content('quickActionTitle', 'Quick Actions'),
  ],
};
