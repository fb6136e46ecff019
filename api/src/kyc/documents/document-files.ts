import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../platform/config/config.js';
import { keyIdOf } from '../../platform/crypto/sealed-text.js';
import { isSealedWith, SEAL_BYTES, sealStream, unsealStream } from '../../platform/crypto/sealed-stream.js';
import { openBucket } from '../../platform/storage/open-bucket.js';
import type { StoredStream } from '../../platform/storage/stored-stream.js';
import { BucketObjectStore } from './bucket-object-store.js';
import type { DocumentConverter, PagePicture } from './conversion/document-converter.js';
import { documentDigestOf } from './document-digest.js';
import type { DocumentEntity } from './document.entity.js';
import { FolderObjectStore } from './folder-object-store.js';
import type { IncomingFiles, ObjectStore } from './object-store.port.js';

/** One of a document's files: its original, or a page picture, numbered from 1. */
export type DocumentPart = 'original' | number;

type Chunks = AsyncIterable<Buffer> | readonly Buffer[];
type Keys = Pick<Config, 'secrets' | 'previousSecrets'>;

/** The document's columns that describe its files. They are known once the files are complete. */
export interface ConvertedDocument extends Pick<
  DocumentEntity,
  'originalType' | 'originalSha256' | 'pageSha256' | 'sha256' | 'sealedWith'
> {
  readonly contentType: PagePicture['contentType'];
}

/** Opens the store: the configured bucket or, if none is configured, a folder. */
export async function openObjectStore({ s3, dataDir }: Config): Promise<ObjectStore> {
  return s3 === null
    ? new FolderObjectStore(path.join(dataDir, 'objects'))
    : new BucketObjectStore(await openBucket(s3));
}

/**
 * Documents' files, sealed with a key that is used for nothing else (FILE-21). A file can be opened only with the
 * document id and the part that it was stored with. No other class reads or writes the store; the worker only deletes
 * from it.
 */
export class DocumentFiles {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(
    private readonly store: ObjectStore,
    { secrets, previousSecrets }: Keys,
  ) {
    this.keys = [secrets.documents, ...previousSecrets.map(({ documents }) => documents)];
  }

  static async open(config: Config): Promise<DocumentFiles> {
    return new DocumentFiles(await openObjectStore(config), config);
  }

  /** Direct uploads from browsers; null if browsers cannot reach the store. */
  get incoming(): IncomingFiles | null {
    return this.store.incoming;
  }

  /** The id of the key that new files are sealed with. */
  get keyId(): Buffer {
    return keyIdOf(this.keys[0]);
  }

  /** Stores a part of exactly `bytes` bytes as it arrives. Returns its digest. */
  async put(id: string, part: DocumentPart, content: Chunks, bytes: number): Promise<Buffer> {
    const hash = createHash('sha256');
    const sealed = sealStream(hashing(content, hash), this.keys[0], partName(id, part));
    await this.store.put(
      partName(id, part),
      Readable.from(sealed, { objectMode: false }),
      bytes + SEAL_BYTES,
    );
    return hash.digest();
  }

  /**
   * Converts an original to page pictures. Stores each page before reading the next, so only one page is in memory
   * (FILE-21).
   *
   * @throws AppError from the converter, or the reason of `gone`
   */
  async putPages(
    id: string,
    { content, bytes, sha256 }: StoredStream & { readonly sha256: Buffer },
    converter: DocumentConverter,
    gone?: AbortSignal,
  ): Promise<ConvertedDocument> {
    const pageSha256: Buffer[] = [];
    let contentType: PagePicture['contentType'] = 'image/jpeg';
    const keep = async (page: PagePicture): Promise<void> => {
      gone?.throwIfAborted();
      if (pageSha256.length === 0) contentType = page.contentType;
      pageSha256.push(await this.put(id, pageSha256.length + 1, [page.bytes], page.bytes.length));
    };
    const { originalType } = await converter.convert(content, bytes, keep, gone);
    return {
      ...{ contentType, originalType, originalSha256: sha256, pageSha256 },
      sha256: documentDigestOf(sha256, pageSha256),
      sealedWith: this.keyId,
    };
  }

  /**
   * Opens a part, or returns null if the part is missing. The content is authentic only once its stream has ended
   * without an error.
   */
  async open(id: string, part: DocumentPart): Promise<StoredStream | null> {
    const found = await this.store.open(partName(id, part));
    if (found === null) return null;
    const content = unsealStream(found.content, this.keys, partName(id, part));
    return {
      content: Readable.from(content, { objectMode: false }),
      bytes: Math.max(0, found.bytes - SEAL_BYTES),
    };
  }

  /** Reads a part into memory; null if it is missing. Only pages are small enough for this. */
  async read(id: string, part: DocumentPart): Promise<Buffer | null> {
    const found = await this.open(id, part);
    return found === null ? null : buffer(found.content);
  }

  /** Returns a part's digest, or null if the part is missing. Never loads the whole part into memory. */
  async digestOf(id: string, part: DocumentPart, isSealed = true): Promise<Buffer | null> {
    const found = await (isSealed ? this.open(id, part) : this.openUnsealed(id));
    if (found === null) return null;
    const hash = createHash('sha256');
    for await (const chunk of found.content as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest();
  }

  /**
   * Whether the original is sealed with one of the keys. If the document was stored before page pictures existed
   * and has not been converted yet, its original is sealed only if an interrupted conversion sealed it.
   */
  async isSealed(id: string): Promise<boolean> {
    const head = await this.headOf(id, 'original');
    return this.keys.some((key) => isSealedWith(key, head));
  }

  /** Seals a part with the current key, unless that key already seals the part (SEC-11). */
  async reseal(id: string, part: DocumentPart): Promise<void> {
    if (isSealedWith(this.keys[0], await this.headOf(id, part))) return;
    const found = await this.open(id, part);
    if (found !== null) await this.put(id, part, found.content, found.bytes);
  }

  /** Returns a part's first bytes; none if it is missing. */
  private async headOf(id: string, part: DocumentPart): Promise<Buffer> {
    const found = await this.store.open(partName(id, part));
    if (found !== null) for await (const chunk of found.content as AsyncIterable<Buffer>) return chunk;
    return Buffer.alloc(0);
  }

  /** Deletes all of a document's files, even unfinished ones. Succeeds for an unknown id. */
  deleteAll(id: string): Promise<void> {
    return this.store.deleteAll(id);
  }

  /**
   * Opens the file of a document stored before page pictures existed; null if it is missing. Such a document has only
   * this one file, which isn't sealed.
   */
  openUnsealed(id: string): Promise<StoredStream | null> {
    return this.store.open(id);
  }
}

function partName(id: string, part: DocumentPart): string {
  return part === 'original' ? id : `${id}.${part}`;
}

async function* hashing(content: Chunks, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
