/** Injection token of the `ObjectStore`. */
export const OBJECT_STORE = Symbol('ObjectStore');

/** Keeps bytes under ids of ours, and knows nothing else about them. Ids are UUIDs. */
export interface ObjectStore {
  /** Resolves when the bytes are safely kept. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** Null where there is nothing under this id. */
  get(id: string): Promise<Buffer | null>;
  /** Also succeeds where there is nothing to delete. */
  delete(id: string): Promise<void>;
}
