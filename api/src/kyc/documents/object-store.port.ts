/** Injection token of the `ObjectStore`. */
export const OBJECT_STORE = Symbol('ObjectStore');

/** Stores bytes by id. Ids are UUIDs. */
export interface ObjectStore {
  /** Direct uploads from browsers; null if browsers cannot reach the store. */
  readonly incoming: IncomingFiles | null;
  /** Resolves once the bytes are durable. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** Returns null for an unknown id. */
  get(id: string): Promise<Buffer | null>;
  /** Succeeds for an unknown id. */
  delete(id: string): Promise<void>;
}

/**
 * Files that browsers uploaded directly to the store. They are separate from stored objects, not inspected yet, and
 * never served (FILE-13).
 */
export interface IncomingFiles {
  /**
   * Returns a link to PUT exactly `bytes` bytes, or null if the store offers none. The last segment of its path is the
   * id.
   */
  createUploadLink(id: string, bytes: number, seconds: number): Promise<string | null>;
  /**
   * Removes and returns the file uploaded under an id; null if no file was uploaded.
   *
   * @throws ObjectTooLargeError it has more bytes than an upload may have
   */
  take(id: string): Promise<Buffer | null>;
  /** Removes files uploaded before `moment` and returns their number. A link that is still valid may upload again. */
  removeBefore(moment: Date): Promise<number>;
}
