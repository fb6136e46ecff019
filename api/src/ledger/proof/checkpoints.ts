import type { DataSource } from 'typeorm';
import { sqlOfSource, type Sql } from '../../platform/database/sql.js';
import { accessHeadAfter } from '../access/access-log.js';
import { LOG_START, type HashedFields } from '../log/hash-chain.js';
import {
  ACCESS_HEAD_FILES,
  ACCESS_HEADS_FOLDER,
  accessHeadFileName,
  openAccessHead,
  signAccessHead,
  type SignedAccessHead,
} from './access-head.js';
import {
  CheckpointError,
  nullIfInvalid,
  openCheckpoint,
  signCheckpoint,
  type Checkpoint,
} from './checkpoint.js';
import { isCompactProof, readCompactProof } from './compact-proof.js';
import {
  assertContinues,
  ContradictionError,
  findObviousContradiction,
  TablesBehindError,
  type Baseline,
  type Contradiction,
  type SignedPast,
} from './continuity.js';
import { currentCheckpoint, type HashSource } from './current-checkpoint.js';
import { checkEventProof, ProofError, readEventProof } from './event-proof.js';
import {
  formatHalt,
  HALT_FILES,
  haltFileName,
  parseHalt,
  RESUMPTION_FILES,
  resumptionFileName,
  type Halt,
} from './halt.js';
import { growTree, rangeRootOf } from './merkle-tree-store.js';
import { openResumption, signResumption, type Resumption } from './resumption.js';
import {
  deriveSigningKey,
  parseTrustedKeys,
  type SigningKey,
  type TrustedKeys,
} from '../signing/signing-key.js';

export { ACCESS_HEAD_FILES, ACCESS_HEADS_FOLDER, accessHeadFileName };
export { CheckpointError, ContradictionError, findObviousContradiction, nullIfInvalid };
export { ProofError, TablesBehindError };
export { formatHalt, HALT_FILES, haltFileName, parseHalt, RESUMPTION_FILES, resumptionFileName };
export type {
  Baseline,
  Checkpoint,
  Contradiction,
  Halt,
  HashSource,
  Resumption,
  SignedAccessHead,
  SignedPast,
};

/** Whether the access log continues a signed head. */
export async function continuesAccessHead(sql: Sql, head: SignedAccessHead): Promise<boolean> {
  return (await accessHeadAfter(sql, head)) !== null;
}

/** The access log does not continue a head that was signed earlier (LOG-7). */
export class AccessLogContradictionError extends Error {
  override name = 'AccessLogContradictionError';
}

/** A checkpoint, with the signed note that contains it. */
export interface CheckpointNote {
  readonly checkpoint: Checkpoint;
  readonly note: string;
}

/** Takes checkpoints and signs them with the bank's key (AUD-11). */
export class CheckpointSigner {
  readonly key: SigningKey;

  /** @throws RangeError the seed is not 32 bytes long */
  constructor(seed: Buffer) {
    this.key = deriveSigningKey(seed);
  }

  /**
   * Signs a checkpoint of the current ledger, after proving that the log continues what was signed before. Returns
   * null if the ledger is empty. `sql` must read from one snapshot, so that the head, tree and balances are consistent.
   * `log` is a log outside PostgreSQL, or null.
   *
   * @throws ContradictionError the log contradicts what was signed before
   * @throws TablesBehindError the tables lack what was signed before
   * @throws UnbalancedLedgerError the accounts do not sum to zero
   * @throws LogMismatchError the log does not have the tables' last event
   */
  async takeCheckpoint(
    sql: Sql,
    log: HashSource | null,
    now: Date,
    past: SignedPast,
  ): Promise<CheckpointNote | null> {
    await assertContinues(sql, past);
    const checkpoint = await currentCheckpoint(sql, log, now);
    return checkpoint && { checkpoint, note: signCheckpoint(checkpoint, this.key) };
  }

  /**
   * Signs the access log's head, after proving that the log continues the last signed head. Returns null if there is
   * nothing new. `sql` must read from one snapshot.
   *
   * @throws AccessLogContradictionError the access log does not continue the last signed head
   */
  async takeAccessHead(
    sql: Sql,
    now: Date,
    past: SignedAccessHead | null,
  ): Promise<{ readonly head: SignedAccessHead; readonly note: string } | null> {
    const signed = past ?? LOG_START;
    const current = await accessHeadAfter(sql, signed);
    if (current === null)
      throw new AccessLogContradictionError(
        `the access log contradicts the head that was signed at position ${signed.position}`,
      );
    if (current.position === signed.position) return null;
    const head = { ...current, takenAt: now };
    return { head, note: signAccessHead(head, this.key) };
  }

  /**
   * Signs a statement that the log is correct up to a position, so that checkpoints can be taken again.
   *
   * @throws RangeError the name or the reason is empty or too long, or has several lines
   */
  async resume(
    sql: Sql,
    accepted: Pick<Baseline, 'position' | 'hash'>,
    statement: Pick<Resumption, 'resumedAt' | 'by' | 'reason'>,
  ): Promise<string> {
    const root = await rangeRootOf(sql)(0, accepted.position);
    const { position, hash } = accepted;
    return signResumption({ position, hash, root, ...statement }, this.key);
  }
}

/** An event that a proof shows to be part of a signed checkpoint. */
export interface ProvenEvent {
  readonly event: HashedFields;
  readonly checkpoint: Checkpoint;
}

/** Verifies the bank's signatures with the public keys that an auditor trusts. Needs no ledger. */
export class CheckpointVerifier {
  private readonly trusted: TrustedKeys;

  /**
   * @param publicKeys - in base64url
   * @throws RangeError one of them is not a public key
   */
  constructor(publicKeys: readonly string[]) {
    this.trusted = parseTrustedKeys(publicKeys);
  }

  /** Whether a string is a public key in base64url. */
  static isPublicKey(text: string): boolean {
    try {
      return parseTrustedKeys([text]).size === 1;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  /** @throws CheckpointError the text is not a checkpoint note, or not signed by a trusted key */
  open(note: string): CheckpointNote {
    return { checkpoint: openCheckpoint(note, this.trusted), note };
  }

  /** @throws CheckpointError the text is not a resumption note, or not signed by a trusted key */
  openResumption(note: string): Resumption {
    return openResumption(note, this.trusted);
  }

  /** @throws CheckpointError the text is not an access-log head, or not signed by a trusted key */
  openAccessHead(note: string): SignedAccessHead {
    return openAccessHead(note, this.trusted);
  }

  /**
   * Checks an event's proof (AUD-12), in JSON or in the compact format.
   *
   * @throws ProofError the file is not a proof, or does not prove the event
   * @throws CheckpointError the proof's note is not a checkpoint note, or not signed by a trusted key
   */
  checkProof(file: Buffer): ProvenEvent {
    const proof = isCompactProof(file) ? readCompactProof(file) : readEventProof(file.toString('utf8'));
    return { event: proof.event, checkpoint: checkEventProof(proof, this.trusted) };
  }
}

/** Stores the roots of all completed Merkle subtrees. Any number of processes can call this at the same time. */
export async function storeSubtrees(source: DataSource, isStopping: () => boolean): Promise<void> {
  const sql = sqlOfSource(source);
  while (!isStopping() && (await growTree(sql)) > 0);
}
