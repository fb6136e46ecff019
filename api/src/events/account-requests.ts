import { adminsOnly, type EventDescription, type TextsByType } from './event-texts.js';
import { capitalize, humanize, recordedLater } from './words.js';

export const ACCOUNT_REQUESTS = {
  AccountRequestDecided: {
    forAdmins: ({ status }, customer) =>
      `Set the status of ${customer}'s account request to “${capitalize(humanize(status))}”`,
    forCustomer: {
      by: 'bank',
      describe: ({ status }, { wasApproved }) =>
        OUTCOMES.get(wasApproved && status === 'rejected' ? 'withdrawn' : status) ?? null,
      isNotified: () => true,
      mail({ accountRequestId, userId, status }, position) {
        if (status !== 'approved' && status !== 'rejected') return null;
        const params = { accountRequestId, status, position: String(position) };
        return { template: `account-${status}`, userId, params };
      },
    },
  },
  AccountNumberAssigned: adminsOnly(
    (payload, customer) => `Assigned an account number to ${customer}${recordedLater(payload)}`,
  ),
  AccountNumberChanged: adminsOnly((_, customer) => `Changed ${customer}'s account number`),
} satisfies Partial<TextsByType>;

/** These texts state the outcome without the reason. Screens that show the application give the reason. */
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
    'withdrawn',
    {
      title: 'Checking account no longer approved',
      text: "We've withdrawn our approval of your checking account. Its number no longer works, and you can't send money. You can submit a new application.",
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
