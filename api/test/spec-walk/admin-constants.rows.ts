import { adminChat, adminRequest, adminRequests, adminTexts, growth } from './proofs.js';
import type { Chapter } from './row.js';

const APPROVAL = 'of an approval carry numbers of nine digits, the default routing number and the moment';

/** The constants that only admins meet. */
export const ADMIN_CONSTANTS: Chapter = {
  id: '§9 admin',
  title: 'Constants of admins',
  count: 5,
  because:
    'chat preview, amount inputs, the two numbers of an account, and the percentages of growth captions',
  rows: [
    [
      'Chat preview (admin): first 30 characters of the last message',
      adminChat('a chat goes both ways without a reload', 'Where is my salary? It should …'),
    ],
    [
      'Admin amount inputs: min 0, step 0.01',
      adminTexts('Create Incoming Payment says what is missing, and blanks become the defaults', '0.01'),
      adminTexts('Add Incoming Transaction and Create Transaction need user, amount and description', '0.01'),
      adminTexts('User Details ignores an empty balance', '0.01'),
    ],
    [
      'Default routing number: 021000021',
      adminTexts(APPROVAL, '021000021'),
      adminRequests('assigns the numbers on approval, and says who decided', '021000021'),
    ],
    [
      'Generated account number: 9 digits, 100000000-999999999',
      adminTexts(APPROVAL, '^[1-9]d{8}$'),
      adminRequest('an account request becomes an account number', '^[1-9]d{8}$'),
    ],
    ['Growth captions: percentages with 1 decimal', growth('of %d after %d is %p', '+12.4% in 30 days')],
  ],
};
