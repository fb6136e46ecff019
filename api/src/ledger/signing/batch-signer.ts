import type { KeyObject } from 'node:crypto';
import type { LogPosition } from '../log/event-log.port.js';
import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import { isSignedByInThread, deriveSigningKey, type SigningKey } from './signing-key.js';

const TITLE = 'moniker ledger batch 1';

/** Consecutive events that one writer appends together. */
export interface SignableBatch {
  /** The end of the log before the batch. */
  readonly base: LogPosition;
  /** The last event of the batch. */
  readonly head: LogPosition;
  /** The hash of the log's first event, which identifies the ledger. Null only if the log is empty. */
  readonly ledgerId: Buffer | null;
}

/** Signs batches of events with the writer's key, which is not in the database (LED-20). */
export class BatchSigner {
  readonly key: SigningKey;

  /** @throws RangeError the seed is not 32 bytes long */
  constructor(seed: Buffer) {
    this.key = deriveSigningKey(seed);
  }

  /** Returns the signature over a batch's events, or null if the batch has no events. */
  sign({ base, head, ledgerId }: SignableBatch): BatchSignature | null {
    if (head.position === base.position) return null;
    if (ledgerId === null) throw new Error('the batch to sign belongs to no ledger');
    const keyId = this.key.id;
    const [firstPosition, lastPosition] = [base.position + 1, head.position];
    const text = batchText({ ledgerId, keyId, firstPosition, lastPosition, lastHash: head.hash });
    return { firstPosition, lastPosition, keyId, signature: this.key.sign(text) };
  }
}

/** What a batch's signature states. */
interface BatchStatement extends Omit<BatchSignature, 'signature'> {
  readonly ledgerId: Buffer;
  readonly lastHash: Buffer;
}

/**
 * Whether `signed` is the key's signature for a batch in this ledger. `lastHash` is the hash of the batch's last event.
 * Verifies in another thread.
 */
export function isBatchSignedBy(
  key: KeyObject,
  ledgerId: Buffer,
  signed: BatchSignature,
  lastHash: Buffer,
): Promise<boolean> {
  return isSignedByInThread(key, batchText({ ...signed, ledgerId, lastHash }), signed.signature);
}

/** The signed text (docs/ledger.md, section 16). */
function batchText({ ledgerId, keyId, firstPosition, lastPosition, lastHash }: BatchStatement): string {
  const ledger = ledgerId.toString('hex');
  const hash = lastHash.toString('hex');
  return `${TITLE}\nledger ${ledger}\nkey ${keyId}\nfirst ${firstPosition}\nlast ${lastPosition}\nhash ${hash}\n`;
}
