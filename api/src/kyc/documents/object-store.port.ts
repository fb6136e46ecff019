import type { Readable } from 'node:stream';
import type { StoredStream } from '../../platform/storage/stored-stream.js';

/** Stores documents' files by name: the document's id for the original, `<id>.<page number>` for a page. */
export interface ObjectStore {
  /** Direct uploads from browsers; null if browsers cannot reach the store. */
  readonly incoming: IncomingFiles | null;
  /**
   * Stores exactly `bytes` bytes as they arrive, completely or not at all. Resolves once they are durable.
   *
   * @throws the error from `content` if reading it fails
   */
  put(name: string, content: Readable, bytes: number): Promise<void>;
  /** Returns null for an unknown name. */
  open(name: string): Promise<StoredStream | null>;
  /** Deletes all of a document's files, even unfinished ones. Succeeds for an unknown id. */
  deleteAll(id: string): Promise<void>;
}

/**
 * Files that browsers uploaded directly to the store. They are separate from stored objects, not inspected yet, and
 * never served (FILE-13).
 */
export interface IncomingFiles {
  /**
   * Returns a link to PUT exactly `bytes` bytes, or null if the store offers no links. The last segment of the link's
   * path is the id.
   */
  createUploadLink(id: string, bytes: number, seconds: number): Promise<string | null>;
  /** Opens the file uploaded under an id; null if no file was uploaded. */
  open(id: string): Promise<StoredStream | null>;
  delete(id: string): Promise<void>;
  /**
   * Removes files uploaded before `moment` and returns how many. A link that is still valid can be used to upload
   * again.
   */
  removeBefore(moment: Date): Promise<number>;
}
