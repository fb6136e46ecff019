import {
  formatHalt,
  HALT_FILES,
  haltFileName,
  nullIfInvalid,
  parseHalt,
  RESUMPTION_FILES,
  resumptionFileName,
  type CheckpointVerifier,
  type Halt,
  type Resumption,
} from '../../ledger/proof/checkpoints.js';
import type { CheckpointStore } from './checkpoint-store.js';
import { latest, newestFiles } from './signed-files.js';

/** A resumption with its signed note. */
export interface SignedResumption extends Resumption {
  readonly note: string;
}

/**
 * Stores halts of signing, and operators' decisions to resume signing, as files with the checkpoints. These files are
 * never changed or removed, so someone who rewrites the database can't restart signing.
 */
export class CheckpointHalts {
  constructor(
    private readonly stores: readonly CheckpointStore[],
    private readonly verifier: Pick<CheckpointVerifier, 'openResumption'>,
  ) {}

  async store(halt: Halt): Promise<void> {
    for (const store of this.stores) await store.write(haltFileName(halt.stoppedAt), formatHalt(halt));
  }

  async storeResumption({ resumedAt, note }: SignedResumption): Promise<void> {
    for (const store of this.stores) await store.write(resumptionFileName(resumedAt), note);
  }

  /** Returns the newest halt in any of the given stores, or null. */
  async newest(stores: readonly CheckpointStore[]): Promise<Halt | null> {
    const found = await newestFiles(stores, { prefix: HALT_FILES, maxTried: Infinity }, parseHalt);
    return latest(found, ({ stoppedAt }) => stoppedAt);
  }

  /** Returns the newest resumption in any of the given stores that is signed with the bank's key, or null. */
  async newestResumption(stores: readonly CheckpointStore[]): Promise<SignedResumption | null> {
    const files = { prefix: RESUMPTION_FILES, maxTried: Infinity };
    const found = await newestFiles(stores, files, (note) => this.open(note));
    return latest(found, ({ resumedAt }) => resumedAt);
  }

  /** Verifies a resumption's note; null if it isn't signed with the bank's key. */
  open(note: string): SignedResumption | null {
    return nullIfInvalid(() => ({ ...this.verifier.openResumption(note), note }));
  }
}
