import {
  access,
  accessTable,
  adminCalls,
  adminIncoming,
  adminKyc,
  adminMail,
  adminOutgoing,
  adminRequest,
  adminTexts,
  adminUser,
  adminUsers,
  chat,
  dashboardEditor,
  kyc,
  objects,
} from './proofs.js';
import type { Chapter } from './row.js';

const DECISIONS = 'KYC is approved and rejected with its documents in view';
const CREDIT = 'a transaction is created from its preview and its status is updated';
const DENIED = 'a customer on the admin page is sent home';

/** What admins may do, and nobody else. */
export const ADMIN_ACCESS: Chapter = {
  id: '§6 admin',
  title: 'Permissions of admins',
  count: 21,
  because: 'everything a user can do, 16 permissions of the nine bullets, and enforcement in 4 rows',
  rows: [
    ['Everything a user can do', accessTable('is open to admins')],
    ['View stats', adminUsers('agree with the tables, now and 30 days ago')],
    ['List and search users', adminUsers('finds somebody by %s')],
    [
      'View details of a user',
      adminCalls('a user by id, the same as in the list'),
      adminUser('a user is deleted'),
    ],
    ["Set a user's balance", adminUser('a balance is edited with its entries in view')],
    [
      'Delete non-admin users',
      adminUsers('leaves closed books, erased data and no session'),
      adminUsers('is never an admin'),
    ],
    [
      "Open a user's dashboard editor and edit its content",
      dashboardEditor("a customer's dashboard shows the texts that an admin wrote"),
    ],
    ['Manage account requests', adminRequest('an account request becomes an account number')],
    [
      'Review KYC and its documents',
      adminKyc(DECISIONS),
      adminKyc('a PDF is a link, and what another admin decided is said by name'),
      objects('is its owner and admins; everybody else learns nothing'),
    ],
    [
      'Approve, reject or reset KYC',
      adminKyc(DECISIONS),
      kyc('resets a rejection to pending, to be decided again'),
    ],
    [
      'Review and update outgoing transfers',
      adminOutgoing('an outgoing pay goes through every status, reversal included'),
    ],
    [
      'Create incoming payments',
      adminTexts('Create Incoming Payment says what is missing, and blanks become the defaults'),
    ],
    [
      'Edit incoming payments',
      adminIncoming('an incoming payment is completed and the toast tells the balance'),
    ],
    [
      'Create credit transactions, and only those: outgoing payments are user-initiated',
      adminIncoming(CREDIT),
      adminCalls(
        'what an admin may not do is refused by name and appends nothing: %s',
        'an outgoing payment in place of a customer',
      ),
    ],
    ['Update transaction status', adminIncoming(CREDIT, 'Update Status')],
    [
      'Read and reply to chats',
      chat('keeps one conversation a customer, in order, seen by that customer and admins alone'),
    ],
    ['Send a test e-mail', adminMail('a test mail arrives with a code before the answer does')],

    [
      "Unauthenticated visitors to /admin get 'Unauthorized' / 'You don't have permission to access this page.' and go to /",
      access(DENIED, 'visitor on'),
    ],
    ['Admin data is requested only for admins', access(DENIED, '/api/admin')],
    [
      '/dashboard-edit/{userId} is closed to customers and visitors',
      dashboardEditor('nobody’s dashboard cannot be edited, nor anybody’s by a customer'),
      access(DENIED, '/dashboard-edit/'),
    ],
    [
      'The server answers admins alone',
      accessTable('is open to visitors only where it is public'),
      accessTable('is open to customers unless it is for admins'),
    ],
  ],
};
