import { adminsOnly, type EventDescription, type TextsByType } from './event-texts.js';
import { recordedLater } from './words.js';

/** Decisions and accesses. The mail about a decision is queued with it (`kyc/identity-checks/decide-kyc.handler.ts`). */
export const IDENTITY_CHECKS = {
  // Names the reason why the digests of an application were recorded (LED-70).
  KycSubmitted: adminsOnly(({ origin }, customer) => {
    if (origin === 'document') return `Document of ${customer} replaced`;
    if (origin === 'rotation') return `Social Security number of ${customer} encrypted with a new key`;
    return `Identity check of ${customer} submitted${recordedLater({ origin })}`;
  }),
  KycApproved: {
    forAdmins: (_, customer) => `Identity of ${customer} approved`,
    forCustomer: notified({
      title: 'Identity verified',
      text: "We've verified your identity.",
    }),
  },
  KycRejected: {
    forAdmins: (_, customer) => `Identity of ${customer} rejected`,
    // Only the outcome: the reason stays on the screens that show the application.
    forCustomer: notified({
      title: 'Identity not verified',
      text: "We couldn't verify your identity. See why and apply again on the dashboard.",
    }),
  },
  KycReset: {
    forAdmins: (_, customer) => `Identity check of ${customer} set back to pending`,
    forCustomer: notified({
      title: 'Verification reopened',
      text: "We're reviewing your identity verification again.",
    }),
  },
  SsnRead: adminsOnly((_, customer) => `Full SSN of ${customer} read`),
  IdentityDocumentRead: adminsOnly((_, customer) => `Identity document of ${customer} read`),
  DuplicateSsnRefused: adminsOnly(
    (_, customer) => `Application of ${customer} refused: the SSN belongs to another customer`,
  ),
} satisfies Partial<TextsByType>;

function notified(description: EventDescription) {
  return { by: 'bank', describe: () => description, isNotified: () => true, mail: null } as const;
}
