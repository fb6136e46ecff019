import { Ledger1763600000000 } from './1763600000000-ledger.js';
import { UsersAuthMail1763600100000 } from './1763600100000-users-auth-mail.js';
import { Onboarding1763600200000 } from './1763600200000-onboarding.js';
import { Documents1763600300000 } from './1763600300000-documents.js';
import { Notifications1763600400000 } from './1763600400000-notifications.js';
import { Chat1763600500000 } from './1763600500000-chat.js';
import { SessionLabels1763600600000 } from './1763600600000-session-labels.js';
import { MailFromLedger1763600800000 } from './1763600800000-mail-from-ledger.js';
import { AdminPeople1763600900000 } from './1763600900000-admin-people.js';
import { AdminLists1763601000000 } from './1763601000000-admin-lists.js';
import { EventHistory1763601100000 } from './1763601100000-event-history.js';
import { Proofs1763601200000 } from './1763601200000-proofs.js';
import { Operations1763601600000 } from './1763601600000-operations.js';
import { KeysByTime1763601700000 } from './1763601700000-keys-by-time.js';
import { QuietMaintenance1763601800000 } from './1763601800000-quiet-maintenance.js';
import { RowTypes1763601900000 } from './1763601900000-row-types.js';
import { Registrations1763602000000 } from './1763602000000-registrations.js';
import { ReleasedClaims1763602100000 } from './1763602100000-released-claims.js';
import { CustomerCancellations1763602200000 } from './1763602200000-customer-cancellations.js';
import { PendingCommands1763602300000 } from './1763602300000-pending-commands.js';
import { StagedTexts1763602400000 } from './1763602400000-staged-texts.js';
import { WaitingConversations1763602600000 } from './1763602600000-waiting-conversations.js';
import { SavedFilters1763602610000 } from './1763602610000-saved-filters.js';
import { RequestKeys1763602700000 } from './1763602700000-request-keys.js';
import { BatchSignatures1763602800000 } from './1763602800000-batch-signatures.js';
import { Evidence1763602810000 } from './1763602810000-evidence.js';
import { LogFence1763602900000 } from './1763602900000-log-fence.js';
import { QuarantinedAccounts1763603000000 } from './1763603000000-quarantined-accounts.js';
import { DecidedRows1763603300000 } from './1763603300000-decided-rows.js';
import { SecondFactors1763603400000 } from './1763603400000-second-factors.js';
import { FrozenUsers1763603410000 } from './1763603410000-frozen-users.js';
import { ApprovalProposals1763603500000 } from './1763603500000-approval-proposals.js';
import { SignInAlerts1763603600000 } from './1763603600000-sign-in-alerts.js';
import { FrozenAccounts1763603610000 } from './1763603610000-frozen-accounts.js';
import { AccessLog1763603620000 } from './1763603620000-access-log.js';
import { ComparedCopies1763603900000 } from './1763603900000-compared-copies.js';
import { AccountStatusEvents1763604000000 } from './1763604000000-account-status-events.js';
import { PeopleInAccessLog1763604100000 } from './1763604100000-people-in-access-log.js';
import { OutboxBacklog1763604200000 } from './1763604200000-outbox-backlog.js';
import { BoundRows1763604310000 } from './1763604310000-bound-rows.js';
import { LateTransactions1763604320000 } from './1763604320000-late-transactions.js';
import { CredentialGate1763604400000 } from './1763604400000-credential-gate.js';
import { SupportTexts1763604500000 } from './1763604500000-support-texts.js';
import { IdentityDigests1763604800000 } from './1763604800000-identity-digests.js';
import { SchemaManifest1763604810000 } from './1763604810000-schema-manifest.js';
import { CheckedRecords1763604820000 } from './1763604820000-checked-records.js';
import { EmailKeys1763604840000 } from './1763604840000-email-keys.js';
import { SearchKeys1763604841000 } from './1763604841000-search-keys.js';
import { OpenTransactions1763604850000 } from './1763604850000-open-transactions.js';
import { DocumentPages1763604860000 } from './1763604860000-document-pages.js';
import { KycDocuments1763604870000 } from './1763604870000-kyc-documents.js';
import { CustomerPairs1763604880000 } from './1763604880000-customer-pairs.js';
import { Recipients1763604900000 } from './1763604900000-recipients.js';
import { PreparedTransactions1763605000000 } from './1763605000000-prepared-transactions.js';
import { CustomerReasons1763606000000 } from './1763606000000-customer-reasons.js';
import { CustomerCategories1763606100000 } from './1763606100000-customer-categories.js';
import { FindableUsers1763607000000 } from './1763607000000-findable-users.js';
import { MoneyRequests1763607100000 } from './1763607100000-money-requests.js';
import { TransferPlans1763608000000 } from './1763608000000-transfer-plans.js';
import { PlanRecipients1763609000000 } from './1763609000000-plan-recipients.js';
import { BlockIds1763609100000 } from './1763609100000-block-ids.js';
import { SharedPurposes1763609200000 } from './1763609200000-shared-purposes.js';
import { ReadRequests1763609300000 } from './1763609300000-read-requests.js';

/** All migrations in order. Released migrations are never edited; a change is a new migration at the end. */
export const MIGRATIONS = [
  Ledger1763600000000,
  UsersAuthMail1763600100000,
  Onboarding1763600200000,
  Documents1763600300000,
  Notifications1763600400000,
  Chat1763600500000,
  SessionLabels1763600600000,
  MailFromLedger1763600800000,
  AdminPeople1763600900000,
  AdminLists1763601000000,
  EventHistory1763601100000,
  Proofs1763601200000,
  Operations1763601600000,
  KeysByTime1763601700000,
  QuietMaintenance1763601800000,
  RowTypes1763601900000,
  Registrations1763602000000,
  ReleasedClaims1763602100000,
  CustomerCancellations1763602200000,
  PendingCommands1763602300000,
  StagedTexts1763602400000,
  WaitingConversations1763602600000,
  SavedFilters1763602610000,
  RequestKeys1763602700000,
  BatchSignatures1763602800000,
  Evidence1763602810000,
  LogFence1763602900000,
  QuarantinedAccounts1763603000000,
  DecidedRows1763603300000,
  SecondFactors1763603400000,
  FrozenUsers1763603410000,
  ApprovalProposals1763603500000,
  SignInAlerts1763603600000,
  FrozenAccounts1763603610000,
  AccessLog1763603620000,
  ComparedCopies1763603900000,
  AccountStatusEvents1763604000000,
  PeopleInAccessLog1763604100000,
  OutboxBacklog1763604200000,
  BoundRows1763604310000,
  LateTransactions1763604320000,
  CredentialGate1763604400000,
  SupportTexts1763604500000,
  IdentityDigests1763604800000,
  SchemaManifest1763604810000,
  CheckedRecords1763604820000,
  EmailKeys1763604840000,
  SearchKeys1763604841000,
  OpenTransactions1763604850000,
  DocumentPages1763604860000,
  KycDocuments1763604870000,
  CustomerPairs1763604880000,
  Recipients1763604900000,
  PreparedTransactions1763605000000,
  CustomerReasons1763606000000,
  CustomerCategories1763606100000,
  FindableUsers1763607000000,
  MoneyRequests1763607100000,
  TransferPlans1763608000000,
  PlanRecipients1763609000000,
  BlockIds1763609100000,
  SharedPurposes1763609200000,
  ReadRequests1763609300000,
];
