import type { TransactionCategory } from '@moniker/common/categories.js';
import type { TransactionStatus } from '@moniker/common/transactions.js';
import type { ApprovalPolicy } from './approval-policy.js';
import { type AuditEvent, userStream } from './events.js';
import { changedAccountId } from './freezes.js';
import type { GuardedChange } from './guarded-action.js';

export interface OpenAccount {
  readonly type: 'OpenAccount';
  readonly accountId: string;
}

export interface RequestTransfer {
  readonly type: 'RequestTransfer';
  readonly transactionId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly category: TransactionCategory;
  /** The bank day, `YYYY-MM-DD` in the bank's time zone (LED-16). */
  readonly bankDay: string;
  readonly textsDigest: string;
  /**
   * The customer to pay and the payment's id, if the routing and account numbers belong to one of our accounts
   * (TRF-61).
   */
  readonly recipient?: Recipient;
  /**
   * Whether to refuse the transfer if the recipient's account has since been closed (TRF-104). If false or absent, a
   * transfer to a closed account is treated like one to another bank.
   */
  readonly requiresOpenRecipient?: boolean;
  /** The account version that earlier checks were based on (AUTH-57). If absent, any version will do. */
  readonly expectedVersion?: number;
}

export interface Recipient {
  readonly accountId: string;
  readonly paymentId: string;
}

export interface CreateIncomingPayment {
  readonly type: 'CreateIncomingPayment';
  readonly transactionId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly status: TransactionStatus;
  readonly textsDigest: string;
  /** Digest of the notes that are created with the payment; absent if there are none. */
  readonly notesDigest?: string;
}

export interface RecordCredit {
  readonly type: 'RecordCredit';
  readonly transactionId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly category: TransactionCategory | null;
  readonly status: TransactionStatus;
  readonly textsDigest: string;
}

/** An admin's review: a new status, new notes (as a digest) or a different shown date. */
export interface ReviewTransaction {
  readonly type: 'ReviewTransaction';
  readonly transactionId: string;
  /** Null if the status stays the same. */
  readonly status: TransactionStatus | null;
  readonly notesDigest: string | null;
  readonly shownAt: Date | null;
  /** The revision that the decision is based on (ADM-18). If absent, the decision applies to any revision. */
  readonly expectedRevision?: number;
  /** The status that the decision is for (TRF-26). If absent, the decision applies to any status. */
  readonly expectedStatus?: TransactionStatus;
}

/** A customer's cancellation of their own pending transfer (TRF-27). */
export interface CancelTransfer {
  readonly type: 'CancelTransfer';
  readonly transactionId: string;
  readonly accountId: string;
}

/** An admin's edit of the total balance (ACC-8). */
export interface AdjustBalance {
  readonly type: 'AdjustBalance';
  readonly transactionId: string;
  readonly accountId: string;
  readonly balanceCents: number;
  readonly textsDigest: string;
  /** The version of the account that the edit is based on (ACC-16). If absent, the edit applies to any version. */
  readonly expectedVersion?: number;
  /** The balance when the edit was proposed. The second admin sees it next to the new balance (APR-22). */
  readonly fromCents?: number;
}

/** Cancels the account's open transfers, moves the remaining money to `unclaimed` and closes the account (ACC-9). */
export interface CloseAccount {
  readonly type: 'CloseAccount';
  readonly accountId: string;
  /** The version of the account that the closure is based on. If absent, the account may have any version. */
  readonly expectedVersion?: number;
}

/**
 * Stops transfers from an account (TRF-41). A frozen account can be frozen again, to change whether its user is allowed
 * to sign in.
 */
export interface FreezeAccount {
  readonly type: 'FreezeAccount';
  readonly accountId: string;
  readonly reason: string;
  readonly signIn: 'allowed' | 'blocked';
}

/** Ends a freeze. */
export interface UnfreezeAccount {
  readonly type: 'UnfreezeAccount';
  readonly accountId: string;
  readonly reason: string;
}

/** A decision or access that auditors must see (LED-9). Has no postings. */
export interface RecordAudit {
  readonly type: 'RecordAudit';
  readonly stream: string;
  readonly event: AuditEvent;
  /** The version of the stream that the record is based on. If absent, the record applies to any version. */
  readonly expectedVersion?: number;
}

/** An admin's command that the approval policy can cover (APR-1). */
export type GuardedCommand =
  | CreateIncomingPayment
  | RecordCredit
  | ReviewTransaction
  | AdjustBalance
  | RecordAudit;

/** The required version of a stream. A command is refused if the stream has a different one. */
export interface StreamVersion {
  readonly stream: string;
  readonly version: number;
}

/**
 * One admin's guarded command under the policy in force (APR-2). If the policy lets one admin make the change alone,
 * the command is applied. If a daily limit applies, the command is counted toward that limit. If the change needs a
 * second admin, the command is refused and needs a proposal.
 */
export interface ApplyGuarded {
  readonly type: 'ApplyGuarded';
  readonly command: GuardedCommand;
  readonly customerId: string;
  readonly policy: ApprovalPolicy;
  readonly limit: UsedLimit;
  /** Streams that the command was based on, such as the policy's. */
  readonly unchanged: readonly StreamVersion[];
}

/** The amount that one admin has moved alone on a bank day, as of the given version of the admin's limit stream. */
export interface UsedLimit extends StreamVersion {
  readonly bankDay: string;
  readonly usedCents: number;
}

/**
 * A guarded command that a second admin has approved (APR-3). The approval and the command's events are appended
 * together.
 */
export interface ApplyApproved {
  readonly type: 'ApplyApproved';
  readonly command: GuardedCommand;
  /** The proposed effect. The command's effect must still be exactly this. */
  readonly change: GuardedChange;
  readonly approval: RecordAudit;
  readonly unchanged: readonly StreamVersion[];
}

export type LedgerCommand =
  | OpenAccount
  | RequestTransfer
  | CreateIncomingPayment
  | RecordCredit
  | ReviewTransaction
  | CancelTransfer
  | AdjustBalance
  | CloseAccount
  | FreezeAccount
  | UnfreezeAccount
  | RecordAudit
  | ApplyGuarded
  | ApplyApproved;

/**
 * Ids of the accounts, transactions and streams needed to decide a command. If a transaction is paired with another,
 * both are read. Each transaction is read together with its account.
 */
export interface ReadSet {
  readonly accountIds: readonly string[];
  readonly transactionIds: readonly string[];
  /** Accounts whose open transfers are also needed. */
  readonly openTransfersOf: readonly string[];
  readonly streams: readonly string[];
}

const EMPTY_READ_SET: ReadSet = { accountIds: [], transactionIds: [], openTransfersOf: [], streams: [] };

/** Returns the accounts, transactions and streams that `decide` reads for a command. */
export function readSetOf(command: LedgerCommand): ReadSet {
  switch (command.type) {
    case 'OpenAccount':
      return { ...EMPTY_READ_SET, accountIds: [command.accountId] };
    case 'RequestTransfer': {
      const { accountId, transactionId, recipient } = command;
      return {
        ...EMPTY_READ_SET,
        accountIds: recipient === undefined ? [accountId] : [accountId, recipient.accountId],
        transactionIds: recipient === undefined ? [transactionId] : [transactionId, recipient.paymentId],
      };
    }
    case 'CreateIncomingPayment':
    case 'RecordCredit':
    case 'AdjustBalance':
      return { ...EMPTY_READ_SET, accountIds: [command.accountId], transactionIds: [command.transactionId] };
    case 'ReviewTransaction':
    case 'CancelTransfer':
      return { ...EMPTY_READ_SET, transactionIds: [command.transactionId] };
    case 'CloseAccount':
      return { ...EMPTY_READ_SET, accountIds: [command.accountId], openTransfersOf: [command.accountId] };
    case 'FreezeAccount':
    case 'UnfreezeAccount':
      return {
        ...EMPTY_READ_SET,
        accountIds: [command.accountId],
        streams: [userStream(command.accountId)],
      };
    case 'RecordAudit': {
      const accountId = changedAccountId(command.event);
      return {
        ...EMPTY_READ_SET,
        accountIds: accountId === null ? [] : [accountId],
        streams: [command.stream],
      };
    }
    case 'ApplyGuarded':
      return withStreams(readSetOf(command.command), command.limit, ...command.unchanged);
    case 'ApplyApproved':
      return withStreams(readSetOf(command.command), command.approval, ...command.unchanged);
  }
}

function withStreams(readSet: ReadSet, ...others: readonly { readonly stream: string }[]): ReadSet {
  return { ...readSet, streams: [...readSet.streams, ...others.map(({ stream }) => stream)] };
}
