import { access, auth, objects, screens, texts } from './proofs.js';
import type { Chapter } from './row.js';

const EVERY = '%s can use every route';

/** The route table. */
export const ROUTES: Chapter = {
  id: '§2 routes',
  title: 'Route table',
  count: 18,
  because: 'the 16 rows of the table but /dashboard-edit, two for / and /admin, and the sentence below it',
  rows: [
    ['/ signed out: landing page', screens(EVERY, 'Get Started Free'), texts('marketing pages')],
    ['/ signed in: dashboard', texts('the dashboard of a customer with an account and payments')],
    ['/dashboard, signed in: same dashboard as /', texts('the dashboard of somebody new', '/dashboard')],
    [
      '/auth, signed out: login and sign-up, e-mail verification',
      texts('registration and the code by e-mail', '/auth'),
    ],
    ['/forgot-password, signed out: password reset', texts('forgotten password', '/forgot-password')],
    ['/about, signed out: static company page', texts('marketing pages', '**/about')],
    ['/features, signed out: feature overview', texts('marketing pages', '/features')],
    [
      '/apply-checking, signed in: KYC and checking-account application',
      texts('the application', '/apply-checking'),
    ],
    ['/settings, signed in: account settings', texts('settings', '/settings')],
    ['/send-money, signed in: send money form', texts('send money', '/send-money')],
    ['/analytics, signed in: analytics', texts('analytics', '/analytics')],
    ['/contact, signed in: support chat', texts('contact support', '/contact')],
    ['/admin, signed in, admin intended: admin dashboard', screens(EVERY, '/admin')],
    ['/admin is closed to customers', access('a customer on the admin page is sent home')],
    [
      '/objects/{path}: stored uploaded KYC document images',
      objects('is its owner and admins; everybody else learns nothing'),
    ],
    [
      '/api/logout: the browser navigates here to log out',
      auth('registers, mails a code, verifies, signs in, shows the user and signs out', '/api/logout'),
      texts('the dashboard of somebody new', '/api/logout'),
    ],
    ['Any other path, everyone: not-found screen', texts('not-found page'), screens(EVERY, '/no-such-page')],
    [
      'While the sign-in state is loading a centred spinner shows; visitors and users get different route sets',
      texts('the sign-in state while it loads'),
    ],
  ],
};
