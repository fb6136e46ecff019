import {
  access,
  auth,
  chat,
  firstTransfer,
  history,
  kyc,
  money,
  objects,
  polling,
  texts,
  uploads,
} from './proofs.js';
import type { Chapter, Proof } from './row.js';

/** The web app sends exactly these fields; the list is in the test. */
const sent = (call: string): Proof => texts('%s carried what it should, in the tests above', call);

const REGISTERED = 'registers, mails a code, verifies, signs in, shows the user and signs out';

/** The calls of "Auth and user" and of "Account, KYC, transfers, chat". */
export const CALLS: Chapter = {
  id: '§7',
  title: 'Calls of visitors and customers',
  count: 24,
  because: 'four sentences for all calls, 11 calls of "Auth and user", 9 of "Account, KYC, transfers, chat"',
  rows: [
    [
      'Every call sends cookies and credentials',
      texts('contact support'),
      access('a session that ends meanwhile is noticed by the next mutation'),
    ],
    ['A JSON content type is set when a body is sent', texts('had JSON for a body, in the tests above')],
    ['Default reads are GET requests to the joined key segments', sent('GET /api/transactions/recent')],
    [
      'A 401 raises an error by default',
      access('a session that ends meanwhile is noticed by the next mutation'),
    ],

    [
      'GET /api/auth/user: no retry; the user, or nothing when logged out',
      sent('GET /api/auth/user'),
      auth(REGISTERED, '/api/auth/user'),
    ],
    [
      'POST /api/auth/login: email, password',
      sent('POST /api/auth/login'),
      auth('refuses credentials of another type, and fields that are not its own'),
    ],
    [
      'POST /api/auth/register: six fields; the error may carry emailNotVerified',
      sent('POST /api/auth/register'),
      auth('sends an unverified address to the verify screen with a new code, at most once a minute'),
    ],
    [
      'POST /api/auth/verify-email: email, otp',
      sent('POST /api/auth/verify-email'),
      auth('takes a code once, and for its own purpose'),
    ],
    [
      'POST /api/auth/resend-verification: email',
      sent('POST /api/auth/resend-verification'),
      auth('lets a resent code end the old one, once a minute and five times an hour'),
    ],
    [
      'POST /api/auth/forgot-password: email; for send and resend',
      sent('POST /api/auth/forgot-password'),
      texts('forgotten password', 'Failed to resend reset code'),
    ],
    [
      'POST /api/auth/reset-password: email, resetCode, newPassword',
      sent('POST /api/auth/reset-password'),
      auth('resets by mail, ends every session, signs nobody in and says so by mail'),
    ],
    [
      'POST /api/auth/send-password-otp: e-mails a code',
      sent('POST /api/auth/send-password-otp'),
      auth('changes the password from the settings: other sessions end, this browser gets a new one'),
    ],
    [
      'POST /api/auth/change-password: currentPassword, newPassword, otpCode',
      sent('POST /api/auth/change-password'),
      texts('settings', 'Password changed'),
    ],
    ['PUT /api/user/phone: phoneNumber', sent('PUT /api/user/phone'), auth('can be set once')],
    [
      'GET /api/logout: browser navigation',
      auth(REGISTERED, '/api/logout'),
      texts('the dashboard of somebody new', '/api/logout'),
    ],

    [
      'GET /api/account/summary: balances, accountRequest, kyc; only when authenticated',
      sent('GET /api/account/summary'),
      money('is held at once, posted on approval, and earns its fee only then'),
    ],
    [
      'GET /api/transactions/recent: a list, polled every 5 s',
      sent('GET /api/transactions/recent'),
      history('has the running balance on each line, and none where nothing was posted'),
      polling('polls recent transactions, KYC status and chat as often as the specification says'),
    ],
    [
      'GET /api/kyc/status: {kyc, accountRequest}, polled every 10 s',
      sent('GET /api/kyc/status'),
      kyc('rejects with a reason, which the customer reads in the mail and on the dashboard'),
      polling('polls recent transactions, KYC status and chat as often as the specification says'),
    ],
    [
      'POST /api/kyc/create: the KYC submission payload',
      kyc(
        'of a person makes a KYC record and an account request, both pending, with both sides of the license',
      ),
      firstTransfer('a newcomer registers, is credited and approved, and sends money that is proven'),
    ],
    [
      'POST /api/kyc/upload-document: documentType, documentUrl; while a KYC record exists',
      kyc('takes the place of the old one, which nobody sees any more'),
      uploads(),
    ],
    [
      'POST /api/objects/upload: {uploadURL}, then PUT; the address becomes an /objects/ path',
      objects('is drawn anew: upright and without the place where it was taken'),
      uploads('Uploaded'),
    ],
    [
      'POST /api/transfer/request: its fields; refreshes what depends on it',
      sent('POST /api/transfer/request'),
      money('is held at once, posted on approval, and earns its fee only then'),
      firstTransfer(
        'a newcomer registers, is credited and approved, and sends money that is proven',
        '$400.00',
      ),
    ],
    [
      'GET /api/chat/messages: a list, polled every 5 s',
      sent('GET /api/chat/messages'),
      chat('keeps one conversation a customer, in order, seen by that customer and admins alone'),
      polling('polls recent transactions, KYC status and chat as often as the specification says'),
    ],
    [
      'POST /api/chat/send: message',
      sent('POST /api/chat/send'),
      chat('refuses too long a message and one for nobody'),
    ],
  ],
};
