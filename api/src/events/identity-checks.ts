import { adminsOnly, type EventDescription, type TextsByType } from './event-texts.js';
import { recordedLater } from './words.js';

/**
 * Events about identity checks. Mail about a decision is queued with the decision
 * (`kyc/identity-checks/decide-kyc.handler.ts`).
 */
export const IDENTITY_CHECKS = {
  // This event is also recorded when a document is replaced or a key is rotated; `origin` says which (LED-70).
  KycSubmitted: adminsOnly(({ origin }, customer) => {
    if (origin === 'document') return `Replaced one of ${customer}'s documents`;
    if (origin === 'rotation') return `Encrypted ${customer}'s Social Security number with a new key`;
    return `Submitted ${customer}'s KYC application${recordedLater({ origin })}`;
  }),
  KycApproved: {
    forAdmins: (_, customer) => `Approved ${customer}'s KYC application`,
    forCustomer: notified({
      title: 'Identity verified',
      text: "We've verified your identity.",
    }),
  },
  KycRejected: {
    forAdmins: (_, customer) => `Rejected ${customer}'s KYC application`,
    // This text states the outcome without the reason. Screens that show the application give the reason.
    forCustomer: notified({
      title: 'Identity not verified',
      text: "We couldn't verify your identity. Go to your dashboard to see why and what to do.",
    }),
  },
  KycReset: {
    forAdmins: (_, customer) => `Reset ${customer}'s KYC application to pending`,
    forCustomer: notified({
      title: 'Application reopened',
      text: "We're reviewing your application again.",
    }),
  },
  SsnRead: adminsOnly((_, customer) => `Viewed ${customer}'s full SSN`),
  IdentityDocumentRead: adminsOnly((_, customer) => `Viewed one of ${customer}'s identity documents`),
  DuplicateSsnRefused: adminsOnly(
    (_, customer) => `${customer} applied with another customer's SSN; the application was refused`,
  ),
} satisfies Partial<TextsByType>;

function notified(description: EventDescription) {
  return { by: 'bank', describe: () => description, isNotified: () => true, mail: null } as const;
}
