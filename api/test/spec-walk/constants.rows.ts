import {
  access,
  analytics,
  auth,
  chatTime,
  dailyLimit,
  kyc,
  kycStory,
  ledgerMoney,
  money,
  polling,
  ssn,
  texts,
  uploads,
  webMoney,
} from './proofs.js';
import type { Chapter } from './row.js';

const REGISTRATION = 'registration and the code by e-mail';

/** Business constants and limits. */
export const CONSTANTS: Chapter = {
  id: '§9',
  title: 'Constants and limits',
  count: 25,
  because:
    'the 27 rows of the table without chat preview and amount inputs of admins, and the length of a message',
  rows: [
    [
      'Transaction fee: 2%',
      webMoney('is 2% rounded half up: $10.25 pays 21 cents'),
      ledgerMoney('on %i cents is %i cents: %s'),
    ],
    [
      'Daily withdrawal limit: $2,000 (client and server)',
      dailyLimit('is for all transfers of a day together: 1,500 and 500 pass, one more cent does not'),
      texts('send money', '2000.01'),
    ],
    ['E-mail verification code: 6 digits', texts(REGISTRATION, 'Please enter the 6-digit verification code')],
    ['Password-reset code: 6 digits', texts('forgotten password', '123456')],
    [
      'Change-password OTP: at most 6 characters, valid 600 s',
      texts('settings', '1234567'),
      auth('ends a code after ten minutes'),
    ],
    ['Moniker: 3-20 characters of [a-z0-9_]', texts(REGISTRATION, 'carlan_0123456789012')],
    [
      'Password minimum: 6 at registration and in settings, 8 at reset',
      auth('takes the shortest and the longest password as they are'),
      texts('forgotten password', 'Password must be at least 8 characters long'),
    ],
    [
      'Default routing number: 021000021',
      money('is held at once, posted on approval, and earns its fee only then', '021000021'),
    ],
    [
      'Generated account number: 9 digits, 100000000-999999999',
      money('is held at once, posted on approval, and earns its fee only then', '^[1-9]d{8}$'),
    ],
    ['Routing number: 9 digits', texts('send money', '021000021')],
    [
      'SSN: 9 digits, shown XXX-XX-XXXX',
      ssn('is all of it with dashes, or the last four digits'),
      texts('the application', '219-47-9998'),
    ],
    ['ZIP: 5 digits', texts('the application', '94105')],
    ['State: 2 letters', texts('the application', 'CA')],
    ['Upload maximum: 10 MB', uploads('File size must be less than 10MB')],
    [
      'Account types: personal, business',
      kyc('an application is refused, and nothing is left of it, %s', 'with an unknown type'),
      kycStory('a business application needs four documents'),
    ],
    ["KYC review time: 'up to 24 hours'", texts('the application that was handed in', 'up to 24 hours')],
    [
      'Redirects: 500 ms, 0.5 s, 2 s, 5 s',
      access('the dashboard signed out says so and leads to sign-in after half a second'),
      access('a missing phone number leads to Settings after five seconds'),
      texts('send money', 'Transfer request submitted'),
    ],
    [
      'Polling: transactions 5 s, KYC status 10 s, chat 5 s',
      polling('polls recent transactions, KYC status and chat as often as the specification says'),
    ],
    [
      'Balance history: at most 7 transactions',
      analytics('looks at no more than the seven latest transactions'),
    ],
    [
      'Amounts with 2 decimals, percentages with 1',
      webMoney('formats with thousands, two decimals and a sign where asked'),
      analytics('compares today with the point before', '25.0%'),
    ],
    [
      'Amount parsing strips only the first $ and the first comma',
      webMoney('parseCents reads %s', '$1,234.50'),
      webMoney('parseCents refuses %p', '1,234,567'),
    ],
    [
      'Chat times: the clock under 24 hours, otherwise month, day and time',
      chatTime('is the clock alone while the message is under 24 hours old'),
      chatTime('has the month and the day from 24 hours on'),
    ],
    ['Support hours (EST)', texts('contact support', 'Sunday')],
    ['Average response time: 5-15 minutes', texts('contact support', '5-15 minutes')],
    [
      'Marketing: FDIC $250,000, 2.5% APY, founded 2023',
      texts('marketing pages', '2.5% APY'),
      texts('marketing pages', 'Founded'),
    ],
  ],
};
