import type { EntityManager } from 'typeorm';
import type { Preview } from './ledger-writer.service.js';
import type { Submission } from './submission.js';

/** The part of the ledger writer that reads need: what commands would do. It cannot write. */
export abstract class LedgerPreview {
  /**
   * Decides commands in order on the current state without writing anything. A later `submit` may have another
   * outcome. `manager` must be in a transaction with a stable snapshot.
   */
  abstract preview(manager: EntityManager, submissions: readonly Submission[]): Promise<Preview>;
}
