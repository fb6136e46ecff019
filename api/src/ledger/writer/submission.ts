import type { LedgerCommand } from '../domain/commands.js';
import type { Refusal } from '../domain/refusals.js';
import type { TransactionTexts } from '../texts/transaction-texts.js';

/** Who asked and in which request; recorded with each event. */
export interface CommandContext {
  /** `user:<id>` or `system`; taken from the session, never from the body. */
  readonly actor: string;
  readonly correlationId: string;
  /** What led to the command, where it was not the request itself. */
  readonly causationId?: string;
}

/** A caller's key for one effect, with the fingerprint of the request that it stands for. */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** Texts to be kept beside the log, with the salts of the digests that the command carries. */
export type TextsToStore =
  | {
      readonly kind: 'new';
      readonly transactionId: string;
      readonly salt: string;
      readonly texts: TransactionTexts;
      /** With a salt of their own, because they may be replaced and the texts not. */
      readonly notes?: { readonly text: string; readonly salt: string };
    }
  | { readonly kind: 'notes'; readonly transactionId: string; readonly salt: string; readonly notes: string };

/** A command on its way into the ledger. */
export interface Submission {
  readonly command: LedgerCommand;
  readonly context: CommandContext;
  readonly idempotency?: IdempotencyKey;
  readonly texts?: TextsToStore;
}

/** What an accepted command led to. Positions are null where it changed nothing. */
export interface Receipt {
  readonly transactionId: string | null;
  readonly firstPosition: number | null;
  readonly lastPosition: number | null;
  readonly recordedAt: Date;
}

export type WriteRefusal = Refusal | { readonly code: 'IDEMPOTENCY_KEY_REUSED' };

/** The answer to one submission. `replayed`: the key was known, and this is the first answer again. */
export type Outcome =
  | { readonly ok: true; readonly replayed: boolean; readonly receipt: Receipt }
  | { readonly ok: false; readonly refusal: WriteRefusal };

/** The queue is full: nothing was written, try again shortly. */
export class LedgerBusyError extends Error {
  constructor() {
    super('the ledger is busy');
    this.name = 'LedgerBusyError';
  }
}

/** The database could not be reached; a retry with the same idempotency key finds out what became of it. */
export class LedgerUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the ledger is not available', options);
    this.name = 'LedgerUnavailableError';
  }
}
