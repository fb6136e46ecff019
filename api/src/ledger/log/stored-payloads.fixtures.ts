import type { LedgerEventType } from '../domain/events.js';

const KYC = ['{"kycId":"kyc-1","userId":"user-1"}'];
const NUMBERS = ['{"accountRequestId":"r1","userId":"user-1","numbersDigest":"d1","origin":"decision"}'];
const ROLE = [
  '{"userId":"user-1","role":"owner","changeId":"change-1","reasonDigest":"d1","origin":"decision"}',
];

/**
 * Stored payloads of each type in every version, oldest first. All versions of a type describe the same event, so
 * each must upcast to the last one. Never edit them: real logs contain these bytes.
 */
export const STORED_PAYLOADS: Readonly<Record<LedgerEventType, readonly string[]>> = {
  AccountOpened: ['{"accountId":"a1"}'],
  TransferRequested: [
    '{"transactionId":"t1","accountId":"a1","status":"pending","amountCents":100025,"feeCents":2001,' +
      '"category":"bills","bankDay":"2026-01-05","textsDigest":"d1","holdCents":100025,"entries":[]}',
    '{"transactionId":"t1","accountId":"a1","status":"pending","amountCents":100025,"feeCents":2001,' +
      '"feeBasisPoints":200,"category":"bills","bankDay":"2026-01-05","textsDigest":"d1","holdCents":100025,' +
      '"entries":[]}',
    '{"transactionId":"t1","accountId":"a1","status":"pending","amountCents":100025,"feeCents":2001,' +
      '"feeBasisPoints":200,"category":"bills","bankDay":"2026-01-05","textsDigest":"d1","holdCents":100025,' +
      '"entries":[]}',
  ],
  IncomingPaymentCreated: [
    '{"transactionId":"t1","accountId":"a1","status":"pending","amountCents":30000,"textsDigest":"d1",' +
      '"notesDigest":"d2","holdCents":0,"entries":[]}',
    '{"transactionId":"t1","accountId":"a1","status":"pending","amountCents":30000,"textsDigest":"d1",' +
      '"notesDigest":"d2","holdCents":0,"entries":[]}',
  ],
  CreditRecorded: [
    '{"transactionId":"t1","accountId":"a1","status":"completed","amountCents":5000,"category":null,' +
      '"textsDigest":"d1","holdCents":0,"entries":[{"accountId":"a1","amountCents":5000},' +
      '{"accountId":"s1","amountCents":-5000}]}',
  ],
  TransactionStatusChanged: [
    '{"transactionId":"t1","accountId":"a1","kind":"transfer","from":"pending","to":"failed","amountCents":5000,' +
      '"bankDay":"2026-01-05","holdCents":-5000,"entries":[]}',
    '{"transactionId":"t1","accountId":"a1","kind":"transfer","from":"pending","to":"failed","amountCents":5000,' +
      '"bankDay":"2026-01-05","holdCents":-5000,"entries":[]}',
  ],
  TransferCanceled: [
    '{"transactionId":"t1","accountId":"a1","amountCents":5000,"bankDay":"2026-01-05","holdCents":-5000,"entries":[]}',
  ],
  TransactionAmended: [
    '{"transactionId":"t1","accountId":"a1","notesDigest":"d1","shownAt":"2026-01-02T00:00:00.000Z"}',
  ],
  BalanceAdjusted: [
    '{"transactionId":"t1","accountId":"a1","fromCents":400,"toCents":450,"deltaCents":50,"textsDigest":"d1",' +
      '"holdCents":0,"entries":[{"accountId":"a1","amountCents":50},{"accountId":"s1","amountCents":-50}]}',
  ],
  AccountClosed: ['{"accountId":"a1","sweptCents":0,"holdCents":0,"entries":[]}'],
  KycSubmitted: [
    '{"kycId":"kyc-1","userId":"user-1","origin":"submission","identityDigest":"d1","claimDigest":"d2",' +
      '"documents":{"drivingLicenseFront":["d3"],"drivingLicenseBack":["d4","d5"]}}',
  ],
  KycApproved: [
    ...KYC,
    '{"kycId":"kyc-1","userId":"user-1","identityDigest":null,"claimDigest":null,"documents":{},"comparisons":[]}',
  ],
  KycRejected: KYC,
  KycReset: KYC,
  AccountRequestDecided: ['{"accountRequestId":"r1","userId":"user-1","status":"approved"}'],
  AccountNumberAssigned: NUMBERS,
  AccountNumberChanged: NUMBERS,
  AdminRoleGranted: ROLE,
  AdminRoleRevoked: ROLE,
  AdminDisabled: ROLE,
  AdminEnabled: ROLE,
  UserDeleted: ['{"userId":"user-1"}'],
  SsnRead: KYC,
  IdentityDocumentRead: ['{"documentId":"document-1","userId":"user-1"}'],
  DuplicateSsnRefused: ['{"userId":"user-1"}'],
  FactorAdded: [
    '{"userId":"user-1","factor":"passkey"}',
    '{"userId":"user-1","factor":"passkey","origin":"decision","key":null}',
  ],
  FactorRemoved: [
    '{"userId":"user-1","factor":"passkey"}',
    '{"userId":"user-1","factor":"passkey","credentialId":null}',
  ],
  FactorsReset: ['{"userId":"user-1"}'],
  AccountFrozen: ['{"userId":"user-1","reason":"suspicious_activity","signIn":"blocked"}'],
  AccountUnfrozen: ['{"userId":"user-1","reason":"resolved"}'],
  ApprovalPolicyChanged: ['{"policy":"{}"}'],
  ProposalMade: ['{"userId":"user-1","action":"credit","subjectId":"t1","amountCents":"5000","digest":"d1"}'],
  ProposalApproved: [
    '{"userId":"user-1","digest":"d1"}',
    '{"userId":"user-1","digest":"d1","signature":null}',
  ],
  ProposalRejected: ['{"userId":"user-1"}'],
  ProposalWithdrawn: ['{"userId":"user-1"}'],
  ProposalClosed: ['{"userId":"user-1","reason":"role_changed"}'],
  DashboardTextsChanged: ['{"userId":"user-1","contentDigest":"d1"}'],
  BatchAbandoned: ['{"batchHash":"00ff"}'],
  ChatReplySent: ['{"userId":"user-1","messageId":"message-1","messageDigest":"d1"}'],
  TransferPlanned: [
    '{"planId":"plan-1","userId":"user-1","amountCents":5000,"schedule":"monthly","firstDay":"2026-01-31",' +
      '"category":"bills","textsDigest":"d1"}',
  ],
  TransferPlanChanged: [
    '{"planId":"plan-1","userId":"user-1","amountCents":5000,"change":"delayed","reason":"funds",' +
      '"dueDay":"2026-02-28"}',
  ],
  AdminLimitUsed: [
    '{"userId":"user-1","bankDay":"2026-01-05","action":"credit","subjectId":"t1","amountCents":"5000","usedCents":"5000"}',
  ],
};
