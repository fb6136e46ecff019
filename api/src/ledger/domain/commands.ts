import type { AuditEvent } from './events.js';
import type { TransactionCategory, TransactionStatus } from './transactions.js';

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
  /** The bank's calendar day, `YYYY-MM-DD`, in its own time zone. */
  readonly bankDay: string;
  readonly textsDigest: string;
}

export interface CreateIncomingPayment {
  readonly type: 'CreateIncomingPayment';
  readonly transactionId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly status: TransactionStatus;
  readonly textsDigest: string;
  /** Of notes that are written at once; left out where there are none. */
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

/** An admin's review: another status, new notes (only their digest is recorded), another date to be shown. */
export interface ReviewTransaction {
  readonly type: 'ReviewTransaction';
  readonly transactionId: string;
  /** Null where the status stays as it is. */
  readonly status: TransactionStatus | null;
  readonly notesDigest: string | null;
  readonly shownAt: Date | null;
  /** The revision that the decision was taken on; left out, the newest is meant. */
  readonly expectedRevision?: number;
}

/** An admin's edit of the total balance. */
export interface AdjustBalance {
  readonly type: 'AdjustBalance';
  readonly transactionId: string;
  readonly accountId: string;
  readonly balanceCents: number;
  readonly textsDigest: string;
}

/** Cancels the account's open transfers, sweeps what is left to `unclaimed` and closes it. */
export interface CloseAccount {
  readonly type: 'CloseAccount';
  readonly accountId: string;
}

/** A decision or an access that auditors must see; carries no postings. */
export interface RecordAudit {
  readonly type: 'RecordAudit';
  readonly stream: string;
  readonly event: AuditEvent;
}

export type LedgerCommand =
  | OpenAccount
  | RequestTransfer
  | CreateIncomingPayment
  | RecordCredit
  | ReviewTransaction
  | AdjustBalance
  | CloseAccount
  | RecordAudit;

/** What of the state a command needs to be decided on. */
export interface ReadSet {
  readonly accountIds: readonly string[];
  readonly transactionIds: readonly string[];
  /** Accounts whose transfers with a hold are needed as well. */
  readonly openTransfersOf: readonly string[];
  readonly streams: readonly string[];
}

const EMPTY_READ_SET: ReadSet = { accountIds: [], transactionIds: [], openTransfersOf: [], streams: [] };

/** Names the accounts, transactions and streams that `decide` will look at for this command. */
export function readSetOf(command: LedgerCommand): ReadSet {
  switch (command.type) {
    case 'OpenAccount':
      return { ...EMPTY_READ_SET, accountIds: [command.accountId] };
    case 'RequestTransfer':
    case 'CreateIncomingPayment':
    case 'RecordCredit':
    case 'AdjustBalance':
      return { ...EMPTY_READ_SET, accountIds: [command.accountId], transactionIds: [command.transactionId] };
    case 'ReviewTransaction':
      return { ...EMPTY_READ_SET, transactionIds: [command.transactionId] };
    case 'CloseAccount':
      return { ...EMPTY_READ_SET, accountIds: [command.accountId], openTransfersOf: [command.accountId] };
    case 'RecordAudit':
      return { ...EMPTY_READ_SET, streams: [command.stream] };
  }
}
