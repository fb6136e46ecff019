import {
  adminCalls,
  adminKycLists,
  adminLists,
  adminMail,
  adminRequests,
  adminReview,
  adminTexts,
  adminUsers,
  chat,
  dashboardContent,
  history,
  kyc,
  money,
} from './proofs.js';
import type { Chapter, Proof, Row } from './row.js';

/** A call that the admin's screens send with exactly the fields that stand in the test. */
const call = (name: string, fields: string, ...proofs: Proof[]): Row => [
  `${name}: ${fields}`,
  adminTexts('%s carried what it should, in the tests above', name),
  ...proofs,
];

const NONE = 'none';
const PAGES = '%s has each row once, newest first, however pages are cut and whatever arrives meanwhile';
const entity = (name: string): Proof =>
  adminCalls('an entity of admins has the fields of the specification: %s', name);
const COMPLETED = 'becomes money and a line of the history only on completion';
const HELD = 'is held at once, posted on approval, and earns its fee only then';
const OWN_TEXTS = 'is the default until an admin writes, and then that customer’s alone';

/** The calls of the table "Admin". */
export const ADMIN_CALLS: Chapter = {
  id: '§7 admin',
  title: 'Calls of admins',
  count: 25,
  because: 'the 25 lines of the table',
  rows: [
    call('GET /api/admin/stats', NONE, adminCalls('Admin stats')),
    call('GET /api/admin/users', NONE, adminUsers('sorted by %s leaves nobody out between its pages')),
    call('GET /api/admin/users/{id}', NONE, adminCalls('a user by id, the same as in the list')),
    call(
      'GET /api/admin/kyc-applications',
      NONE,
      adminKycLists(
        'lists applications by page, status, type and search, and as CSV without SSN and documents',
      ),
    ),
    call(
      'GET /api/admin/account-requests',
      NONE,
      adminRequests('is filtered, searched, sorted and read page by page, and the same as CSV'),
    ),
    call('GET /api/admin/transfer-requests', NONE, adminLists(PAGES, 'transfer-requests')),
    call('GET /api/admin/incoming-payments', NONE, adminLists(PAGES, 'incoming-payments')),
    call('GET /api/admin/transactions', NONE, adminLists(PAGES, 'transactions')),
    call('GET /api/admin/chats', NONE, entity('Chat conversation')),
    call('GET /api/admin/chats/{id}', NONE, adminCalls('Chat message')),
    call(
      'PUT /api/admin/account-requests/{id}',
      'status, statusMessage, adminNotes; when approved accountNumber, routingNumber, approvedAt',
      adminRequests('assigns the numbers on approval, and says who decided'),
    ),
    call(
      'PUT /api/admin/users/{id}/balance',
      'accountBalance',
      money('is one adjustment, and refused below what is on hold'),
    ),
    call('DELETE /api/admin/users/{id}', NONE, adminUsers('leaves closed books, erased data and no session')),
    call('PUT /api/admin/transfer-requests/{id}', 'status, adminNotes', money(HELD, 'Checked by phone')),
    call(
      'POST /api/admin/incoming-payments',
      'its eleven fields',
      money(COMPLETED),
      money('is created with its notes in one event, and a repeated request answers with them'),
    ),
    call(
      'PUT /api/admin/incoming-payments/{id}',
      'status, adminNotes, created_at; the response may have userBalance',
      money(COMPLETED),
      history('of an incoming payment is there from its completion on, with where it came from'),
    ),
    call(
      'POST /api/admin/test-email',
      'email, firstName; the response has email; a 6-digit OTP is sent',
      adminMail('a test mail arrives with a code before the answer does'),
    ),
    call('PUT /api/admin/kyc/{id}/approve', 'notes', kyc('approves: row, event and mail')),
    call(
      'PUT /api/admin/kyc/{id}/reject',
      'notes',
      kyc('rejects with a reason, which the customer reads in the mail and on the dashboard'),
    ),
    call('PUT /api/admin/kyc/{id}/reset', NONE, kyc('resets a rejection to pending, to be decided again')),
    call(
      'POST /api/admin/transactions',
      "userId, type ('credit'), amount, description, category",
      money("another person's transfer cannot be reviewed by a customer, and an unknown user gets no credit"),
    ),
    call(
      'PUT /api/admin/transactions/{id}',
      'status, adminNotes (optional)',
      adminReview(
        'deciding on %s at once give one decision, and the second is told by whom and when',
        'transactions',
      ),
    ),
    call(
      'POST /api/admin/chats/{id}/reply',
      'message',
      chat('keeps one conversation a customer, in order, seen by that customer and admins alone'),
    ),
    call('GET /api/admin/dashboard-content/{id}', NONE, dashboardContent(OWN_TEXTS)),
    call(
      'PUT /api/admin/dashboard-content/{id}',
      'the dashboard content fields',
      dashboardContent(OWN_TEXTS),
      dashboardContent('refuses %j by name and changes nothing'),
    ),
  ],
};
