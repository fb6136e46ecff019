import {
  adminCalls,
  adminIncoming,
  adminMail,
  adminTexts,
  adminUser,
  adminUsers,
  kyc,
  money,
} from './proofs.js';
import type { Chapter, Proof, Row } from './row.js';

const PAYMENT = 'Create Incoming Payment says what is missing, and blanks become the defaults';
const CREDITS = 'Add Incoming Transaction and Create Transaction need user, amount and description';
const PREVIEW = 'a transaction is created from its preview and its status is updated';

const refused = (what: string): Proof =>
  adminCalls('what an admin may not do is refused by name and appends nothing: %s', what);

const blank = (field: string, text: string): Row => [
  `Create incoming payment: a blank ${field} becomes '${text}'`,
  adminTexts(PAYMENT, text),
  money('becomes money and a line of the history only on completion', text),
];

/** What admins have to fill in. */
export const ADMIN_VALIDATION: Chapter = {
  id: '§5 admin',
  title: 'Validation rules of admins',
  count: 17,
  because:
    'delete 2, reject 1, incoming payment 6, incoming transaction 2, preview 2, edit, mail, balance, reply 1 each',
  rows: [
    [
      "Delete user: 'Are you sure you want to delete this user? This action cannot be undone.'",
      adminUser(
        'a user is deleted',
        'Are you sure you want to delete this user? This action cannot be undone.',
      ),
    ],
    [
      'Admins cannot be deleted (the button is hidden)',
      adminUser('a user is deleted', 'View Ada Okafor'),
      adminUsers('is never an admin'),
    ],
    [
      'Reject KYC needs a non-empty reason',
      adminTexts('Reject KYC Application needs a reason, and sends it as the notes'),
      kyc('needs a reason, an admin, and notes without the SSN'),
    ],
    [
      "Create incoming payment needs a user and an amount ('Please select a user and enter payment amount')",
      adminTexts(PAYMENT, 'Please select a user and enter payment amount'),
      refused('an incoming payment for nobody'),
      refused('an incoming payment of nothing'),
    ],
    blank('description', 'Incoming Payment'),
    blank('paymentFor', 'Payment'),
    blank('fromAccount', 'External Account'),
    blank('fromRouting', '000000000'),
    blank('recipientName', 'Unknown Recipient'),
    [
      "Add incoming transaction needs a user, amount and description ('Please fill in all required fields')",
      adminTexts(CREDITS, 'Please fill in all required fields'),
      refused('a credit for nobody'),
      refused('a credit without an amount'),
      refused('a credit without a description'),
    ],
    [
      'Amounts have minimum 0 and step 0.01',
      adminTexts(CREDITS, '0.01'),
      refused('a negative credit'),
      refused('an incoming payment below a cent'),
    ],
    [
      "The preview dialog needs a user ('User Required')",
      adminTexts(CREDITS, 'User Required'),
      adminIncoming(PREVIEW, 'User Required'),
    ],
    [
      "The preview dialog needs an amount and description ('Missing Information')",
      adminTexts(CREDITS, 'Missing Information'),
      adminIncoming(PREVIEW, 'Missing Information'),
    ],
    [
      'Edit payment needs a status',
      adminTexts('%s has a status, of these alone', 'Edit Incoming Payment'),
      refused('an edit of a payment without a status'),
    ],
    [
      'Test e-mail needs an e-mail and a first name',
      adminTexts('a test mail that fails says so beside the form as well', 'Enter a first name'),
      adminMail('a test mail needs an address and a first name, and an admin'),
    ],
    [
      'A balance edit ignores empty input',
      adminTexts('User Details ignores an empty balance'),
      refused('a balance edit without a balance'),
    ],
    [
      'Admin reply must be non-empty after trimming',
      adminTexts('a reply that is blank goes nowhere, and one that is not is trimmed'),
      refused('a blank reply'),
    ],
  ],
};
