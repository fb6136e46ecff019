import { access, accessGuard, auth, money, screens, security } from './proofs.js';
import type { Chapter } from './row.js';

/** Roles and permissions, as visitors and customers meet them. */
export const ACCESS: Chapter = {
  id: '§6',
  title: 'Roles and permissions',
  count: 7,
  because:
    'visitor and user one row each, the three sentences of enforcement, with data for admins and the server apart',
  rows: [
    [
      'Visitor: marketing pages, login, registration, verification and the forgot-password flows',
      screens('%s can use every route', '/forgot-password'),
    ],
    [
      'Signed-in user: dashboard, KYC application, settings, send money, analytics, contact chat',
      screens('%s can use every route', '/contact'),
    ],
    [
      "Non-admins on /admin get 'Unauthorized' / 'You don't have permission to access this page.' and go to / after 500 ms",
      access('a customer on the admin page is sent home'),
    ],
    [
      'Admin data is requested only for admins',
      access('a customer on the admin page is sent home', '/api/admin'),
    ],
    [
      "Users with rejected KYC are blocked from Send Money and Analytics with 'Feature Unavailable'",
      access('a rejected applicant is kept from Send Money and Analytics'),
    ],
    [
      'The server refuses what the screen hides',
      accessGuard('%p.%s answers visitor, customer and admin'),
      security('are refused: money is sent after an account, and not after a rejection'),
      money('a foreign Origin, an anonymous caller, a customer on an admin route'),
    ],
    [
      'A role is user or admin, and a change of it holds at once',
      auth('follows the role of the user at once'),
    ],
  ],
};
