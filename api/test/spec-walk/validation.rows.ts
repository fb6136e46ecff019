import {
  access,
  auth,
  category,
  chat,
  dailyLimit,
  kyc,
  kycStory,
  ledgerMoney,
  money,
  ssn,
  supportChat,
  texts,
  transfer,
  uploads,
  webMoney,
} from './proofs.js';
import type { Chapter } from './row.js';

const REGISTRATION = 'registration and the code by e-mail';
const BAD_INPUT = 'bad input is refused, names its field and appends nothing %s';
const NOT_APPLIED = 'an application is refused, and nothing is left of it, %s';

/** Validation rules, on the screen and on the server. */
export const VALIDATION: Chapter = {
  id: '§5',
  title: 'Validation rules',
  count: 38,
  because:
    'login 1, registration 4, code 1, forgot and reset 5, change password 4, phone 3, KYC step 1 4, step 2 4, transfer 9, access 2, chat 1',
  rows: [
    [
      "Login: e-mail and password are required ('Missing information' / 'Please fill in all fields')",
      texts('sign-in', 'Missing information'),
      auth('refuses the incomplete %j', 'Please fill in all fields'),
    ],
    [
      "Registration: all six are required ('Please fill in all fields including phone number')",
      texts(REGISTRATION, 'Please fill in all fields including phone number'),
      auth('registration rules refuses %j', 'Please fill in all fields including phone number'),
    ],
    [
      "Registration: passwords must match ('Passwords do not match')",
      texts(REGISTRATION, 'Passwords do not match'),
    ],
    [
      "Registration: 'Password must be at least 6 characters long'",
      texts(REGISTRATION, 'Password must be at least 6 characters long'),
      auth('registration rules refuses %j', 'Password must be at least 6 characters long'),
      auth('takes the shortest and the longest password as they are'),
    ],
    [
      'Registration: the moniker is 3-20 of [a-z0-9_]; the input lowercases, strips and ends at 20',
      texts(REGISTRATION, 'Moniker must be 3-20 characters, letters, numbers, and underscores only'),
      texts(REGISTRATION, 'carlan_0123456789012'),
      auth(
        'registration rules refuses %j',
        'Moniker must be 3-20 characters, letters, numbers, and underscores only',
      ),
    ],
    [
      "Verification code: exactly 6 digits, non-digits stripped ('Please enter the 6-digit verification code')",
      texts(REGISTRATION, 'Please enter the 6-digit verification code'),
    ],
    [
      "Forgot: e-mail is required ('Please enter your email address')",
      texts('forgotten password', 'Please enter your email address'),
    ],
    [
      "Reset: all fields are required ('Please fill in all fields')",
      texts('forgotten password', 'Please fill in all fields'),
    ],
    ["Reset: 'Passwords do not match'", texts('forgotten password', 'Passwords do not match')],
    [
      "Reset: 'Password must be at least 8 characters long'",
      texts('forgotten password', 'Password must be at least 8 characters long'),
      auth(
        'resets by mail, ends every session, signs nobody in and says so by mail',
        'Password must be at least 8 characters long',
      ),
    ],
    ['Reset: the code accepts digits only, at most 6', texts('forgotten password', '12ab 34567')],
    [
      "Change password: 'Please fill in all password fields'",
      texts('settings', 'Please fill in all password fields'),
    ],
    ['Change password: new and confirmation must match', texts('settings', 'Passwords do not match')],
    [
      "Change password: 'Password must be at least 6 characters long'",
      texts('settings', 'Password must be at least 6 characters long'),
      auth(
        'changes the password from the settings: other sessions end, this browser gets a new one',
        'Password must be at least 6 characters long',
      ),
    ],
    [
      "Change password: 'Please enter the verification code', at most 6 characters",
      texts('settings', 'Please enter the verification code'),
    ],
    [
      "Phone: required ('Please enter a phone number')",
      texts('settings', 'Please enter a phone number'),
      auth('can be set once', 'Please enter a phone number'),
    ],
    [
      "Phone: 'Phone number cannot be changed once added'",
      texts('settings', 'Phone number cannot be changed once added'),
      auth('can be set once', 'Phone number cannot be changed once added'),
    ],
    [
      "Phone: without one a destructive toast 'Phone Number Required'",
      texts('settings', 'Please add your phone number in Settings to access all features'),
    ],
    [
      "KYC step 1: all seven are required ('Please fill in all required fields')",
      texts('the application', 'Please fill in all required fields'),
      kyc(NOT_APPLIED, 'Please fill in all required fields'),
    ],
    [
      'KYC step 1: state is at most 2 characters',
      texts('the application', 'cal1'),
      kyc(NOT_APPLIED, 'with a long state'),
    ],
    [
      'KYC step 1: ZIP is digits only, up to 5',
      texts('the application', '94a1055'),
      kyc(NOT_APPLIED, 'with a short ZIP code'),
    ],
    [
      'KYC step 1: SSN is digits only, up to 9, formatted with dashes',
      texts('the application', '219-47-9998'),
      ssn('reads nine digits with or without dashes'),
    ],
    [
      "KYC step 2, personal: 'Please upload both front and back of your driving license'",
      texts('the application', 'Please upload both front and back of your driving license'),
      kyc(NOT_APPLIED, 'without a license'),
    ],
    [
      "KYC step 2, business: 'Please upload all required business documents'",
      texts('the application', 'Please upload all required business documents'),
      kyc(NOT_APPLIED, 'of a company without its EIN document'),
      kycStory('a business application needs four documents'),
    ],
    [
      'KYC step 2: licence images accept images only; LLC and EIN images or PDF',
      texts('the application', 'image/*,application/pdf'),
      kyc(NOT_APPLIED, 'with a PDF for a license'),
      kyc('of a company brings its two documents as well, as pictures or PDF'),
    ],
    [
      "KYC step 2: at most 10 MB ('File size must be less than 10MB')",
      uploads('File size must be less than 10MB'),
    ],
    [
      "Transfer: six fields are required ('Please fill in all required fields')",
      texts('send money', 'Please fill in all required fields'),
      transfer('needs %s'),
      money(BAD_INPUT, 'a blank purpose'),
    ],
    [
      "Transfer: 'Amount must be greater than $0'",
      texts('send money', 'Amount must be greater than $0'),
      money(BAD_INPUT, 'zero'),
    ],
    [
      "Transfer: 'You don't have enough money. Available balance: $X'",
      texts('send money', "You don't have enough money. Available balance: $9,000.00"),
      money(BAD_INPUT, 'more than there is'),
    ],
    [
      "Transfer: not more than $2,000 ('Daily Withdrawal Limit Exceeded'), on client and server",
      texts('send money', 'Daily Withdrawal Limit Exceeded'),
      money(BAD_INPUT, 'more than the daily limit'),
      dailyLimit('lets exactly $2,000.00 leave in one transfer'),
    ],
    [
      'Transfer: routing number is at most 9 digits',
      texts('send money', '02100a00219'),
      money(BAD_INPUT, 'a routing number of ten digits'),
    ],
    [
      'Transfer: category is optional',
      transfer('is fine when everything is there; the category may be missing'),
    ],
    ['Transfer: food, restaurant, grocery give food; otherwise other', category('%s is %s', 'Grocery run')],
    [
      'Transfer: gas, uber, transport and movie, game, entertainment',
      category('%s is %s', 'uber to the airport'),
      category('%s is %s', 'Movie night'),
    ],
    [
      'Transfer: net = amount x 0.98; amount = net / 0.98',
      webMoney('are linked: the amount for a net leaves exactly that net, and no smaller amount does'),
      ledgerMoney('on %i cents is %i cents: %s'),
    ],
    [
      "Send Money needs an assigned account number ('Complete account setup to send money')",
      access('Send Money needs an assigned account number'),
      texts('the dashboard of somebody new', 'Complete account setup to send money'),
    ],
    [
      "Analytics needs completed KYC ('Complete KYC verification to access analytics')",
      access('Analytics needs completed KYC'),
    ],
    [
      "Chat: not blank after trimming ('Message Required' / 'Please enter a message'); sent trimmed",
      texts('contact support', 'Message Required'),
      chat('refuses the blank message %p', 'Please enter a message'),
      supportChat(
        'a customer writes to support, and the answer arrives without a reload',
        '  Where is my salary?  ',
      ),
    ],
  ],
};
