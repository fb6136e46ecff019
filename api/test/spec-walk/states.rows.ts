import {
  access,
  analytics,
  firstTransfer,
  forgotten,
  kyc,
  kycStory,
  money,
  polling,
  statusCells,
  supportChat,
  texts,
  uploads,
} from './proofs.js';
import type { Chapter } from './row.js';

/** States and freshness; what admins alone may choose comes with their table. */
export const STATES: Chapter = {
  id: '§4',
  title: 'States and transitions',
  count: 24,
  because:
    'its 15 bullets without that of the admins: account requests and the change of password in 2 rows each, KYC in 5, ' +
    'balance history and freshness in 3',
  rows: [
    [
      'Session: unauthenticated when the current-user call returns nothing',
      access('the dashboard signed out says so and leads to sign-in after half a second'),
    ],
    [
      'Account request: pending, in_review, approved, rejected',
      kyc('of the account request a new application is taken in as well'),
      texts('the dashboard after a rejection', 'rejected'),
    ],
    [
      'Account request approved: a generated 9-digit number, routing 021000021 and approvedAt',
      money('is held at once, posted on approval, and earns its fee only then', '021000021'),
    ],
    [
      'KYC: a pending application is approved or rejected; rejection needs a reason',
      kyc('approves: row, event and mail'),
      kyc('needs a reason, an admin, and notes without the SSN'),
    ],
    [
      'KYC: a rejected application can be reset to pending',
      kyc('resets a rejection to pending, to be decided again'),
    ],
    [
      'KYC: an approved application has no action',
      kyc('is refused where the state does not allow it, and says who decided what and when'),
    ],
    ["KYC: none displays as 'Not Started'", texts('settings', 'Not Started')],
    [
      'KYC: rejected blocks Send Money and Analytics',
      access('a rejected applicant is kept from Send Money and Analytics'),
      texts('the dashboard after a rejection'),
    ],
    [
      'Outgoing transfer: pending, processing, completed, failed, cancelled',
      statusCells('while %s stands for exactly its cell'),
      statusCells('from %s to %s moves the difference of the two cells'),
    ],
    [
      'Incoming payment: starts pending; completed creates a transaction and updates the balance',
      money('becomes money and a line of the history only on completion'),
    ],
    [
      'User-side statuses: completed, pending, processing, initiated, failed, cancelled',
      texts('the statuses of payments', 'Cancelled'),
    ],
    [
      'Application wizard: step 1, step 2, submitted, redirect; Previous returns to step 1',
      texts('the application', 'Previous'),
      firstTransfer('a newcomer registers, is credited and approved, and sends money that is proven'),
    ],
    [
      'Forgot password: e-mail step, reset step, /auth',
      forgotten('a forgotten password is reset by the mailed code'),
    ],
    ['Change password: form, then the code with a 600 s countdown', texts('settings', 'timer')],
    ['Change password: success clears all fields', texts('settings', 'Password changed')],
    ['Document upload: idle, uploading, success or error', uploads('Uploaded')],
    ['Transfer: submitting, success screen, redirect', texts('send money', 'Transfer request submitted')],
    [
      'Chat: idle, sending, then box cleared, toast and list refetched, or error',
      texts('contact support', 'Message Sent'),
      supportChat('a customer writes to support, and the answer arrives without a reload'),
    ],
    [
      'Balance history: walked back over up to 7 of the latest transactions',
      analytics('walks back from today: credits are subtracted, debits added'),
      analytics('looks at no more than the seven latest transactions'),
    ],
    [
      "Balance history: floored at 0 and labelled 'N days ago'",
      analytics('floors each point at 0, but not the walk', 'days ago'),
    ],
    [
      "Balance history: without transactions 'Last Week' and 'Today'",
      analytics('is two equal points without transactions', 'Last Week'),
    ],
    [
      'Freshness: never stale on its own, no refetch on interval or focus, no retries',
      polling('keeps everything else until a mutation refreshes it'),
    ],
    [
      'Freshness: the account summary is always stale and refetched on mount',
      polling('keeps everything else until a mutation refreshes it'),
    ],
    [
      'Freshness: after mutations the related reads are refreshed',
      polling('keeps everything else until a mutation refreshes it'),
      kycStory('a personal application with files is rejected, submitted anew and approved'),
    ],
  ],
};
