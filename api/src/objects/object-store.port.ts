/** Injection token of the `ObjectStore`. */
export const OBJECT_STORE = Symbol('ObjectStore');

/** Keeps bytes under ids of ours, and knows nothing else about them. Ids are UUIDs. */
export interface ObjectStore {
  /** Where browsers can put files themselves; null for a store that only we reach. */
  readonly incoming: IncomingFiles | null;
  /** Resolves when the bytes are safely kept. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** Null where there is nothing under this id. */
  get(id: string): Promise<Buffer | null>;
  /** Also succeeds where there is nothing to delete. */
  delete(id: string): Promise<void>;
}

/** What browsers put straight into the store: apart from what is kept, seen by nobody, and not examined yet. */
export interface IncomingFiles {
  /** A link to PUT exactly so many bytes; null where the store gives none. The last part of its path is the id. */
  createUploadLink(id: string, bytes: number, seconds: number): Promise<string | null>;
  /** What was put under an id, which is then gone from there; null where nothing was. Throws FILE_TOO_LARGE. */
  take(id: string): Promise<Buffer | null>;
  /** Removes what nobody has taken and says how much. A link that is still good can bring a file again. */
  removeBefore(moment: Date): Promise<number>;
}
