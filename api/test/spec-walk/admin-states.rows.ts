import { adminIncoming, adminKyc, adminOutgoing, adminRequests, adminTexts, kyc, money } from './proofs.js';
import type { Chapter } from './row.js';

const CHOICES = '%s has a status, of these alone';
const DECISIONS = 'KYC is approved and rejected with its documents in view';
const EVERY_STATUS = 'an outgoing pay goes through every status, reversal included';
const COMPLETED = 'becomes money and a line of the history only on completion';

/** The transitions that admins make. */
export const ADMIN_STATES: Chapter = {
  id: '§4 admin',
  title: 'Transitions by admins',
  count: 12,
  because:
    'account request 2, KYC 3, outgoing transfer 2, incoming payment 3, admin transaction statuses 1, freshness 1',
  rows: [
    [
      'Account request: an admin may set any of the four statuses through a select',
      adminTexts(CHOICES, 'Manage the request of'),
      adminRequests('on what another admin has changed is refused, and says what that one did', 'in_review'),
    ],
    [
      'Account request approved: accountNumber (generated if left empty), routingNumber and approvedAt are sent',
      adminTexts('of an approval carry numbers of nine digits, the default routing number and the moment'),
      adminRequests('assigns the numbers on approval, and says who decided'),
    ],
    [
      'KYC: an admin can approve or reject a pending application; rejection needs a reason',
      adminKyc(DECISIONS, 'Please give a reason for the rejection'),
      kyc('needs a reason, an admin, and notes without the SSN'),
    ],
    [
      'KYC: a rejected application can be reset to pending',
      adminKyc(DECISIONS, 'Reset to Pending'),
      kyc('resets a rejection to pending, to be decided again'),
    ],
    [
      'KYC: an approved application has no action',
      adminKyc(DECISIONS, 'Approve|Reject|Reset'),
      kyc('is refused where the state does not allow it, and says who decided what and when'),
    ],
    [
      'Outgoing: quick approve and reject appear only while pending and send approved or rejected',
      adminTexts(
        'quick decisions are there only while a transfer is pending, and send approved and rejected',
      ),
    ],
    [
      'Outgoing: the review dialog offers the five statuses',
      adminTexts(CHOICES, 'Review Transfer Request'),
      adminOutgoing(EVERY_STATUS, 'Cancelled'),
    ],
    [
      'Incoming: pending, processing, completed, failed, cancelled',
      adminTexts(CHOICES, 'Edit Incoming Payment'),
    ],
    ['Incoming: admin-created payments start pending', money(COMPLETED, 'pending')],
    [
      "Incoming: setting completed creates a transaction and updates the user's balance",
      money(COMPLETED, 'completed'),
      adminIncoming('an incoming payment is completed and the toast tells the balance'),
    ],
    [
      'Admin transaction status choices: initiated, pending, in review, completed',
      adminIncoming('a transaction is created from its preview and its status is updated', 'Initiated'),
    ],
    [
      'After mutations the related lists and stats are refreshed',
      adminTexts(
        'Create Incoming Payment says what is missing, and blanks become the defaults',
        'GET /api/admin/stats',
      ),
      adminOutgoing(EVERY_STATUS),
    ],
  ],
};
