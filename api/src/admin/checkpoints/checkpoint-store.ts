import type { WriteOnceStore } from './checkpoint-archive.js';

/** Injection token for the stores outside the database where checkpoints are kept. */
export const CHECKPOINT_STORES = Symbol('CheckpointStores');

/** A store for checkpoints outside the database. */
export interface CheckpointStore extends WriteOnceStore {
  /** Reads a file; null if it does not exist. */
  read(name: string): Promise<string | null>;
  /** Returns the names that begin with `prefix` and sort after `after`, in order. */
  names(prefix: string, after: string): Promise<string[]>;
  /** Moves a file to a folder whose files are not read. Succeeds even if the file does not exist. */
  setAside(name: string, folder: string): Promise<void>;
}
