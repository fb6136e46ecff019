import type { DataSource } from 'typeorm';
import type { KurrentSettings } from '../../platform/config/kurrent-settings.js';
import { sqlOfSource, type Sql } from '../../platform/database/sql.js';
import type { HashedFields } from '../log/hash-chain.js';
import { withRemoteAuditLog } from '../log/remote-audit-log.js';
import { RemoteLogUnavailableError } from '../log/remote-log.port.js';
import { CheckpointError, openCheckpoint, signCheckpoint, type Checkpoint } from './checkpoint.js';
import { isCompactProof, readCompactProof } from './compact-proof.js';
import { currentCheckpoint, type HashSource } from './current-checkpoint.js';
import { checkEventProof, ProofError, readEventProof } from './event-proof.js';
import { growTree } from './merkle-tree-store.js';
import { signingKeyOf, trustedKeysOf, type SigningKey, type TrustedKeys } from './signing-key.js';

export { CheckpointError, ProofError, RemoteLogUnavailableError, type Checkpoint, type HashSource };

/** A checkpoint and the signed note that states it. */
export interface CheckpointNote {
  readonly checkpoint: Checkpoint;
  readonly note: string;
}

/** Takes checkpoints and signs them with the bank's key (AUD-11). */
export class CheckpointSigner {
  private readonly key: SigningKey;

  /** @throws RangeError the seed does not have 32 bytes */
  constructor(seed: Buffer) {
    this.key = signingKeyOf(seed);
  }

  get keyId(): string {
    return this.key.id;
  }

  /** The public key in base64url, which auditors keep. */
  get publicKey(): string {
    return this.key.publicKey;
  }

  /**
   * Signs a checkpoint of the current ledger. Returns null if the ledger is empty. `sql` must be in a snapshot, so that
   * head, tree and balances belong together. `log` is a log outside PostgreSQL, or null.
   *
   * @throws UnbalancedLedgerError the accounts do not sum to zero
   * @throws LogMismatchError the log has another event at the position of the tables
   */
  async takeCheckpoint(sql: Sql, log: HashSource | null, now: Date): Promise<CheckpointNote | null> {
    const checkpoint = await currentCheckpoint(sql, log, now);
    return checkpoint && { checkpoint, note: signCheckpoint(checkpoint, this.key) };
  }
}

/** An event that a proof shows to be part of a signed checkpoint. */
export interface ProvenEvent {
  readonly event: HashedFields;
  readonly checkpoint: Checkpoint;
}

/** Checks the bank's signatures against the public keys that an auditor trusts. Needs no ledger. */
export class CheckpointVerifier {
  private readonly trusted: TrustedKeys;

  /**
   * @param publicKeys - in base64url
   * @throws RangeError a text is not a public key
   */
  constructor(publicKeys: readonly string[]) {
    this.trusted = trustedKeysOf(publicKeys);
  }

  /** @throws CheckpointError the text is not a note, or no trusted key has signed it */
  open(note: string): CheckpointNote {
    return { checkpoint: openCheckpoint(note, this.trusted), note };
  }

  /**
   * Checks the proof of an event (AUD-12), in JSON or in the compact format.
   *
   * @throws ProofError the file is not a proof, or does not prove the event
   * @throws CheckpointError the checkpoint is not signed by a trusted key
   */
  checkProof(file: Buffer): ProvenEvent {
    const proof = isCompactProof(file) ? readCompactProof(file) : readEventProof(file.toString('utf8'));
    return { event: proof.event, checkpoint: checkEventProof(proof, this.trusted) };
  }
}

/**
 * Returns the hashes of the log in KurrentDB, read on a connection each; null if the database holds the log. Reading one
 * throws `RemoteLogUnavailableError` if the log cannot be reached.
 */
export function hashesOf(kurrent: KurrentSettings | null): HashSource | null {
  if (kurrent === null) return null;
  return { hashAt: (position) => withRemoteAuditLog(kurrent, false, (log) => log.hashAt(position)) };
}

/** Stores the roots of all completed Merkle subtrees. Any number of processes can run it concurrently. */
export async function storeSubtrees(source: DataSource, isStopping: () => boolean): Promise<void> {
  const sql = sqlOfSource(source);
  while (!isStopping() && (await growTree(sql)) > 0);
}
