import type { WriteOnceStore } from './checkpoint-archive.js';

/** Injection token of the places outside the database where checkpoints are kept. */
export const CHECKPOINT_STORES = Symbol('CheckpointStores');

/** Keeps checkpoints outside the database, and what happened to them. */
export interface CheckpointStore extends WriteOnceStore {
  /** Reads a file; null if it does not exist. */
  read(name: string): Promise<string | null>;
  /** Returns the names that begin with `prefix` and sort after `after`, in order. */
  names(prefix: string, after: string): Promise<string[]>;
  /** Moves a file to a folder, from which it is not read again. Succeeds if it does not exist. */
  setAside(name: string, folder: string): Promise<void>;
}
