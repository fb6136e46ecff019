import {
  access,
  analytics,
  firstTransfer,
  forgotten,
  keyboard,
  kycStory,
  texts,
  transfer,
  uploads,
} from './proofs.js';
import type { Chapter } from './row.js';

const MARKETING = 'marketing pages';
const NEWCOMER = 'the dashboard of somebody new';
const CUSTOMER = 'the dashboard of a customer with an account and payments';
const REJECTED = 'the dashboard after a rejection';
const REGISTRATION = 'registration and the code by e-mail';
const HANDED_IN = 'the application that was handed in';

/** The screens of visitors and customers. */
export const SCREENS: Chapter = {
  id: '§2 screens',
  title: 'Screens',
  count: 94,
  because:
    'landing 6, bar and footer 8, about 1, features 4, not-found 5, auth 10, forgot password 4, dashboard 23, settings 5, ' +
    'application 9, send money 5, analytics 7, contact 7; a bullet that says several things is as many rows',
  rows: [
    ['Landing: hero headline about modern digital banking', texts(MARKETING)],
    [
      "Landing: 'Get Started Free' goes to /auth, 'Explore More' to the features section",
      texts(MARKETING, '#features'),
    ],
    [
      'Landing: trust badges FDIC Insured, Bank-level Security, Instant Transfers',
      texts(MARKETING, 'FDIC Insured'),
    ],
    ['Landing: a phone mockup with a sample balance', texts(MARKETING, 'Total Balance')],
    ['Landing: three feature cards', texts(MARKETING, 'Smart Analytics')],
    ['Navigation between marketing pages is by full page loads', texts('marketing pages are loaded anew')],

    ['Top bar: logo and product name; links Home, About, Features', texts(MARKETING, 'About')],
    ['Top bar: a Login button to /auth', texts(MARKETING, 'Login')],
    ["Top bar: an optional back mode showing '← Back'", texts(MARKETING, '← Back')],
    ['Top bar: a mobile menu toggle', texts(MARKETING, 'Open menu')],
    ['Footer: Quick Links, with Get Started to /auth, and Services', texts(MARKETING, '24/7 Support')],
    [
      "Footer: Contact with the support address and 'Available 24/7'; Follow Us",
      texts(MARKETING, 'support@moniker.example'),
    ],
    ['Footer: copyright with the current year', texts(MARKETING, '© ')],
    ['Footer: Privacy Policy, Terms of Service and Security', texts(MARKETING, 'Privacy Policy')],

    [
      'About: stats, mission, core values, four team members, contact details, Get Started to /auth',
      texts(MARKETING, 'Core values'),
    ],
    [
      "Features: four core cards, each with a toggle that shows 'Interactive Demo Coming Soon'",
      texts(MARKETING, 'Interactive Demo Coming Soon'),
    ],
    ['Features: four tabs (Payments, Savings, Tools, Support) list features', texts(MARKETING, 'Savings')],
    ["Features: a 'Free' section", texts(MARKETING, 'Free')],
    ['Features: buttons go to /auth and /about', texts(MARKETING, '/about')],

    ["Not found: big '404' and 'Whoops! Page Not Found'", texts('not-found page', 'Whoops! Page Not Found')],
    ['Not found: a random line from a list of seven', texts('not-found page')],
    ["Not found: 'Take Me Home' (to /) and 'Go Back' (history)", texts('not-found page', 'Take Me Home')],
    ['Not found: three stat tiles', texts('not-found page', 'dl > div')],
    ["Not found: a random 'fun fact' number from 1 to 1000", texts('not-found page', 'explorer number')],

    [
      "Auth: tabs 'Sign In' and 'Get Started'; 'Back to Home'",
      texts('sign-in', 'Back to Home'),
      texts(REGISTRATION, 'Get Started'),
    ],
    [
      'Auth: a remember-me checkbox, terms and marketing checkboxes without behaviour',
      texts('sign-in', 'Remember me'),
      texts(REGISTRATION, 'Send me news about new features'),
    ],
    ['Auth: a forgot-password link', texts('sign-in', 'Forgot password?')],
    ['Auth: password show/hide', texts('sign-in', 'Show password')],
    [
      'Auth: side panel with bank-level security, instant transfers, no hidden fees',
      texts('sign-in', 'No hidden fees'),
    ],
    [
      "Auth: verify screen 'Check Your Email' with code, 'Verify Email', 'Resend code', 'Back to Login'",
      texts(REGISTRATION, 'Check Your Email'),
    ],
    ['Auth: login success goes to the dashboard', texts('sign-in', '**/dashboard')],
    [
      'Auth: a login error about the e-mail shows the verify screen',
      texts(REGISTRATION, 'Email verification required'),
    ],
    ['Auth: registration success goes to the verify screen', texts(REGISTRATION, 'Registration successful')],
    ['Auth: verify success returns to login', texts(REGISTRATION, 'Email verified')],

    ['Forgot password: step 1 asks for an e-mail address', texts('forgotten password', 'E-mail')],
    [
      'Forgot password: step 2 asks for a code, a new password and a confirmation',
      texts('forgotten password', 'Confirm new password'),
    ],
    [
      'Forgot password: the back arrow goes from step 2 to 1 and from 1 to /auth',
      texts('forgotten password', '**/auth'),
    ],
    ['Forgot password: success goes to /auth', forgotten('a forgotten password is reset by the mailed code')],

    [
      "Dashboard: greeting with first name (fallback 'User')",
      texts(NEWCOMER, 'Hello, Grace'),
      texts('the dashboard of somebody without a name', 'Hello, User'),
    ],
    [
      "Dashboard: an admin-only 'Admin Panel' button",
      texts(CUSTOMER, 'Admin Panel'),
      texts(NEWCOMER, 'Admin Panel'),
    ],
    ['Dashboard: a notification bell', texts(NEWCOMER, 'Notifications')],
    [
      'Dashboard: an avatar with initials linking to /settings, and Logout',
      texts(NEWCOMER, 'GH, your settings'),
    ],
    ['Dashboard: a spinner while there is no user', texts('the sign-in state while it loads')],
    [
      'Dashboard: unauthenticated users get a toast and are redirected',
      access('the dashboard signed out says so and leads to sign-in after half a second'),
    ],
    [
      'Dashboard: total, available and pending balances (default $0.00)',
      texts(NEWCOMER, '$0.00'),
      firstTransfer(
        'a newcomer registers, is credited and approved, and sends money that is proven',
        '$400.00',
      ),
    ],
    ["Dashboard: 'Cards Coming Soon'", texts(NEWCOMER, 'Cards Coming Soon')],
    [
      'Dashboard: the account request shows its status; approved, the account and routing number',
      texts(CUSTOMER, '482915306'),
    ],
    ["Dashboard: a status message shows as 'Update:'", texts(REJECTED, 'Update:')],
    [
      "Dashboard: a rejected request offers 'Submit New Application' to /apply-checking",
      texts(REJECTED, 'Submit New Application'),
    ],
    [
      "Dashboard: without a request 'Checking Account: Not Available', 'Complete KYC verification to unlock', 'Apply Checking Account'",
      texts(NEWCOMER, 'Complete KYC verification to unlock'),
    ],
    [
      'Dashboard: e-mail Verified or Pending',
      texts(NEWCOMER, 'E-mail'),
      texts('the dashboard of somebody without a name', 'Pending'),
    ],
    [
      'Dashboard: phone number Added or Required',
      texts(NEWCOMER, 'Phone number'),
      texts('the dashboard of somebody without a name', 'Required'),
    ],
    [
      "Dashboard: KYC status approved, rejected, otherwise pending; 'Not Started' if none",
      texts(NEWCOMER, 'Not Started'),
      kycStory('a personal application with files is rejected, submitted anew and approved'),
    ],
    [
      "Dashboard: rejected KYC shows 'KYC Application Rejected' with the admin notes",
      texts(REJECTED, 'KYC Application Rejected'),
    ],
    [
      'Dashboard: the default text of a rejection',
      texts(REJECTED, 'Please submit a new application with correct information.'),
    ],
    [
      "Dashboard: 'Submit New KYC Application' leads to /apply-checking",
      texts(REJECTED, 'Submit New KYC Application'),
    ],
    [
      "Dashboard: Quick Actions Send Money, Pay Bills ('Soon', inactive), Analytics, Settings",
      texts(NEWCOMER, 'Pay Bills'),
    ],
    [
      "Dashboard: 'Account Restricted: Complete KYC verification to access all features.'",
      texts(REJECTED, 'Account Restricted: Complete KYC verification to access all features.'),
    ],
    [
      'Dashboard: payments search, status filter and type filter; they default to all',
      texts(CUSTOMER, 'maple street'),
      texts(CUSTOMER, 'outgoing'),
    ],
    ["Dashboard: a 'View All' button and list rows", texts(CUSTOMER, 'View All')],
    [
      "Dashboard: 'No transactions yet', 'No transactions found matching your filters'",
      texts(NEWCOMER, 'No transactions yet'),
      texts(CUSTOMER, 'No transactions found matching your filters'),
    ],

    [
      'Settings: e-mail, moniker with a $, phone number, member-since date',
      texts('settings', 'Member since'),
    ],
    [
      'Settings: identity badge Verified, Rejected, Pending Review, otherwise Not Started',
      texts('the identity badge of the settings', 'Pending Review'),
      texts('settings', 'Not Started'),
    ],
    ['Settings: phone number entry (settable once)', texts('settings', 'Add Phone Number')],
    [
      'Settings: the change of password asks for a mailed code with a 10:00 countdown; cancel hides it and clears the code',
      texts('settings', 'timer'),
    ],
    ['Settings: quick links to /dashboard, /send-money and /contact', texts('settings', '/contact')],

    [
      'Application: two steps with Next and Previous',
      texts('the application', 'Previous'),
      keyboard('KYC by keyboard alone'),
    ],
    ['Application: personal information, then documents', texts('the application', 'Step 2 of 2')],
    ['Application: account type personal or business', texts('the application', 'radio')],
    [
      "Application: visitors get an 'Unauthorized' toast and go to / after 0.5 s",
      access('a visitor of the application form is sent home'),
    ],
    ["Application: pending shows 'being reviewed, up to 24 hours'", texts(HANDED_IN, 'up to 24 hours')],
    [
      "Application: approved shows 'Congratulations! Your account has been approved.'",
      texts(HANDED_IN, 'Congratulations! Your account has been approved.'),
    ],
    ["Application: the card has a 'Back to Dashboard' link", texts(HANDED_IN, 'Back to Dashboard')],
    [
      'Application: rejected KYC or a rejected request allows a new one',
      kycStory('a personal application with files is rejected, submitted anew and approved'),
      texts(REJECTED, 'Personal information'),
    ],
    [
      "Application: 'Application Submitted', and /dashboard after 2 s",
      firstTransfer('a newcomer registers, is credited and approved, and sends money that is proven'),
      uploads('Submit Application'),
    ],

    ['Send money: tabs to /dashboard, /analytics and /settings', texts('send money', '/analytics')],
    [
      'Send money: amount, net amount, recipient name, account, routing, purpose, optional category',
      texts('send money'),
      transfer('is fine when everything is there; the category may be missing'),
    ],
    [
      'Send money: amount and net amount stay linked through the 2% fee',
      texts('send money', 'Net amount'),
      transfer('links amount and net amount both ways'),
    ],
    [
      'Send money: an inline red box shows the withdrawal-limit error',
      texts('send money', 'Daily Withdrawal Limit Exceeded'),
    ],
    [
      'Send money: a success screen redirects to /dashboard after 2 s',
      texts('send money', 'Transfer request submitted'),
      keyboard('Send Money by keyboard alone'),
    ],

    [
      "Analytics: header with the user's initials, tabs and a back-to-dashboard link",
      texts('analytics', 'aria-current'),
    ],
    [
      "Analytics: 'Track your financial performance and spending patterns'",
      texts('analytics', 'Track your financial performance and spending patterns'),
    ],
    [
      'Analytics: Current Balance with its change, hidden when zero',
      texts('analytics', 'Current Balance'),
      analytics('is none when nothing changed, and has no percentage of nothing'),
    ],
    [
      'Analytics: Total Spending, Transactions, Avg Transaction with their labels',
      texts('analytics', 'Avg Transaction'),
      analytics('sum debits alone, and average all amounts without their sign'),
    ],
    [
      'Analytics: a Balance History area chart and a Spending by Category donut',
      texts('analytics', 'Donut chart of spending by category: Bills'),
    ],
    [
      "Analytics: 'No spending data available' and its sentence",
      texts(HANDED_IN, 'Start making transactions to see analytics'),
    ],
    [
      "Analytics: a Transaction Summary; 'No transactions yet', its sentence and Send Money",
      texts('analytics', 'Transaction Summary'),
      texts(HANDED_IN, 'Your transaction analytics will appear here once you start using your account'),
    ],

    [
      "Contact: a back-to-settings link and a Live Chat card with 'Online'",
      texts('contact support', 'Online'),
    ],
    [
      "Contact: 'Start a conversation' and its sentence",
      texts('contact support', "Send us a message and we'll get back to you soon!"),
    ],
    ["Contact: incoming messages carry a 'Support' label", texts('contact support', 'We are on it')],
    [
      "Contact: placeholder 'Type your message...', the hint, Enter sends, Shift+Enter inserts a line",
      texts('contact support', 'Press Enter to send, Shift+Enter for new line'),
      texts('contact support', 'Shift+Enter'),
    ],
    [
      'Contact: button and box are disabled while sending, the button also when blank',
      texts('contact support', 'textarea:disabled'),
    ],
    ['Contact: Support Hours', texts('contact support', '9:00 AM - 6:00 PM')],
    [
      'Contact: Quick Help topics, and describe urgent issues in detail',
      texts('contact support', 'Balance inquiries'),
    ],
  ],
};
