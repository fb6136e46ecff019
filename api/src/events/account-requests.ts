import { adminsOnly, type EventDescription, type TextsByType } from './event-texts.js';
import { humanize, recordedLater } from './words.js';

export const ACCOUNT_REQUESTS = {
  AccountRequestDecided: {
    forAdmins: ({ status }, customer) => `Set ${customer}'s account request to ${humanize(status)}`,
    forCustomer: {
      by: 'bank',
      describe: ({ status }) => OUTCOMES.get(status) ?? null,
      isNotified: () => true,
      mail({ accountRequestId, userId, status }) {
        if (status !== 'approved' && status !== 'rejected') return null;
        return { template: `account-${status}`, userId, params: { accountRequestId, status } };
      },
    },
  },
  AccountNumberAssigned: adminsOnly(
    (payload, customer) => `Assigned an account number to ${customer}${recordedLater(payload)}`,
  ),
  AccountNumberChanged: adminsOnly((_, customer) => `Changed ${customer}'s account number`),
} satisfies Partial<TextsByType>;

/** States only the outcome; only the screens that show the application give the reason. */
const OUTCOMES: ReadonlyMap<string, EventDescription> = new Map([
  [
    'approved',
    {
      title: 'Checking account approved',
      text: 'Your checking account is ready. Find your account and routing numbers on the dashboard.',
    },
  ],
  [
    'rejected',
    {
      title: 'Checking account not approved',
      text: "We couldn't approve your request for a checking account. You can submit a new application.",
    },
  ],
  [
    'in_review',
    { title: 'Account request in review', text: "We're reviewing your request for a checking account." },
  ],
  [
    'pending',
    { title: 'Account request pending', text: 'Your request for a checking account is waiting for review.' },
  ],
]);
