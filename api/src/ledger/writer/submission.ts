import type { EntityManager } from 'typeorm';
import type { AccountEntry } from '../domain/apply.js';
import type {
  CloseAccount,
  FreezeAccount,
  LedgerCommand,
  OpenAccount,
  RecordAudit,
  UnfreezeAccount,
} from '../domain/commands.js';
import type { Refusal } from '../domain/refusals.js';
import type { TextsToStore } from '../texts/transaction-texts.js';

/** A command's actor and request; recorded with each of its events. */
export interface CommandContext {
  /** `user:<id>` or `system`; taken from the session, never from the body (SEC-4). */
  readonly actor: string;
  readonly correlationId: string;
  /** What caused the command, if not the request itself. */
  readonly causationId?: string;
}

/** An idempotency key with the fingerprint of its request (LED-5, LED-6). */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** A command for the ledger with its context. */
export interface Submission {
  readonly command: LedgerCommand;
  readonly context: CommandContext;
  readonly idempotency?: IdempotencyKey;
  readonly texts?: TextsToStore;
}

/** The result of an accepted command. Positions are null if the command changed nothing. */
export interface Receipt {
  readonly transactionId: string | null;
  readonly firstPosition: number | null;
  readonly lastPosition: number | null;
  readonly recordedAt: Date;
}

/**
 * A refusal by the domain, by the writer or by the approval policy. An account is quarantined if its row contradicts
 * the log (LED-31).
 */
export type WriteRefusal =
  | Refusal
  | { readonly code: 'IDEMPOTENCY_KEY_REUSED' }
  | { readonly code: 'TOO_MANY_PROPOSALS' }
  | { readonly code: 'ACCOUNT_QUARANTINED'; readonly accountId: string };

/** The result of a submission. `replayed` marks the stored receipt of an earlier use of the same idempotency key. */
export type Outcome =
  | { readonly ok: true; readonly replayed: boolean; readonly receipt: Receipt }
  | { readonly ok: false; readonly refusal: WriteRefusal };

/** Hypothetical outcomes, with the account entries that the commands would add. */
export interface Preview {
  readonly outcomes: readonly Outcome[];
  readonly entries: readonly AccountEntry[];
}

/** The part of the ledger writer for read requests: it previews what commands would do, and cannot write. */
export abstract class LedgerPreview {
  /**
   * Decides commands in order, based on the current state, without writing anything. A later `submit` may have a
   * different outcome. `manager` must be in a transaction with a stable snapshot.
   */
  abstract preview(manager: EntityManager, submissions: readonly Submission[]): Promise<Preview>;
}

/** A command that is allowed to commit together with table rows. */
export interface RowSubmission {
  readonly command: RecordAudit | OpenAccount | CloseAccount | FreezeAccount | UnfreezeAccount;
  readonly context: CommandContext;
}

/** Decides a command based on the current state. Its events commit with the transaction's rows. */
export type SubmitWithRows = (submission: RowSubmission) => Promise<Outcome>;

/** Changes table rows with `manager` and submits the commands that belong to them. */
export type RowWork<Result> = (manager: EntityManager, submit: SubmitWithRows) => Promise<Result>;

/** The queue is full (LED-12). Nothing was written; the caller may retry shortly. */
export class LedgerBusyError extends Error {
  constructor() {
    super('the ledger is busy');
    this.name = 'LedgerBusyError';
  }
}

/**
 * The ledger cannot be used, for example because its database cannot be reached. The outcome may be unknown; a retry
 * with the same idempotency key settles it.
 */
export class LedgerUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the ledger is not available', options);
    this.name = 'LedgerUnavailableError';
  }
}

/** This process does not write, because its clock is wrong (LED-23). Nothing was written. */
export class ClockSkewError extends LedgerUnavailableError {
  constructor(readonly skewMs: number) {
    super();
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    this.name = 'ClockSkewError';
    this.message = `the clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
  }
}
