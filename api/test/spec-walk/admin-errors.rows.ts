import {
  adminChat,
  adminIncoming,
  adminKyc,
  adminMail,
  adminOutgoing,
  adminRequest,
  adminTexts,
  adminUser,
} from './proofs.js';
import type { Chapter, Proof, Row } from './row.js';

const DECISIONS = 'KYC is approved and rejected with its documents in view';
const CREDIT = 'a transaction is created from its preview and its status is updated';
const ALONE = 'a failure without a message has its own words, and the end of the session is noticed, when %s';
const MAIL = 'a test mail that fails says so beside the form as well';

const failure = (text: string): Row => [`'${text}'`, adminTexts(ALONE, text)];

const sessionEnds = (mutation: string, says: string): Row => [
  `A 401 of a mutation of ${mutation}: 'Session expired. Please log in again.', then /auth`,
  adminTexts(ALONE, says),
];

const success = (text: string, proof: (title: string, says?: string) => Proof, title: string): Row => [
  `'${text}'`,
  proof(title, text),
];

/** Failures and successes of admins, a row each text. */
export const ADMIN_ERRORS: Chapter = {
  id: '§8 admin',
  title: 'Failures and success toasts of admins',
  count: 32,
  because: 'session 5, failures 8 and one inline, server messages 1, fallbacks 4, reply 1, success 12',
  rows: [
    sessionEnds('account requests', 'an account request is approved'),
    sessionEnds('delete user', 'a user is deleted'),
    sessionEnds('transfers', 'a transfer is approved at once'),
    sessionEnds('incoming payments', 'an incoming payment is created'),
    sessionEnds('test e-mail', 'a test mail is sent'),

    failure('Failed to update account request'),
    failure('Failed to update user balance'),
    failure('Failed to delete user'),
    failure('Failed to update transfer request'),
    failure('Failed to create incoming payment'),
    failure('Failed to update incoming payment'),
    [
      ...failure('Failed to send test email. Check email service configuration.'),
      adminMail('a mail server that is down is what the admin is told, until there were too many tries'),
    ],
    [
      "'Failed to send test email. Check email service configuration.', also shown inline",
      adminTexts(MAIL, 'Failed to send test email. Check email service configuration.'),
    ],
    failure('Failed to update dashboard content'),
    [
      'KYC, transaction and chat failures show the server message',
      adminTexts("the server's own words are the toast when %s", 'a transaction is created with its preview'),
      adminTexts("the server's own words are the toast when %s", 'an application is approved'),
      adminTexts("the server's own words are the toast when %s", 'a customer is answered'),
      adminKyc('a PDF is a link, and what another admin decided is said by name', 'This was already decided'),
    ],
    failure('Failed to update KYC status'),
    failure('Failed to reset KYC status'),
    failure('Failed to create transaction'),
    failure('Failed to update transaction status'),
    failure('Failed to send reply'),

    success(
      'Account request updated successfully',
      adminRequest,
      'an account request becomes an account number',
    ),
    success('User balance updated successfully', adminUser, 'a balance is edited with its entries in view'),
    success('User deleted successfully', adminUser, 'a user is deleted'),
    success(
      'Transfer request updated successfully',
      adminOutgoing,
      'an outgoing pay goes through every status, reversal included',
    ),
    success(
      'Incoming payment created successfully',
      adminTexts,
      'Create Incoming Payment says what is missing, and blanks become the defaults',
    ),
    [
      "'Payment updated successfully. User balance: ${amount}'",
      adminIncoming(
        'an incoming payment is completed and the toast tells the balance',
        'Payment updated successfully. User balance: $',
      ),
    ],
    success('KYC status updated successfully', adminKyc, DECISIONS),
    success('KYC status reset to pending successfully', adminKyc, DECISIONS),
    success('Incoming transaction created successfully', adminIncoming, CREDIT),
    success('Transaction status updated successfully', adminIncoming, CREDIT),
    success('Reply sent successfully', adminChat, 'a chat goes both ways without a reload'),
    ["'Test email sent successfully to {email}'", adminTexts(MAIL, 'Test email sent successfully to ')],
  ],
};
