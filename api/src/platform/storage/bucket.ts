import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Logger } from '@nestjs/common';
import type { S3Settings } from './s3-settings.js';
import type { StoredStream } from './stored-stream.js';
import { ObjectTooLargeError, StorageUnavailableError } from './storage-errors.js';

/** Objects are stored with a neutral type, so a browser neither displays nor executes them (FILE-10). */
const CONTENT_TYPE = 'application/octet-stream';
const CONNECT_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 3;
const PAGE_SIZE = 1000;
/** Maximum pages per listing. */
const MAX_PAGES = 10_000;
const SIGNED_HEADERS = new Set(['host', 'content-length', 'content-type']);

interface ListedObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

/** An S3 bucket. Methods throw `StorageUnavailableError` if the storage does not respond or refuses access. */
export class Bucket {
  private readonly logger = new Logger('ObjectStorage');
  private readonly client: S3Client;
  /** Signs upload links for browsers; null if browsers cannot reach the storage. */
  private readonly signer: S3Client | null;

  constructor(private readonly settings: S3Settings) {
    this.client = createClient(settings, settings.endpoint);
    this.signer = settings.publicEndpoint === null ? null : createClient(settings, settings.publicEndpoint);
  }

  /** Stores an object. Resolves once the storage has confirmed it. */
  async put(key: string, bytes: Buffer): Promise<void> {
    const command = new PutObjectCommand({ ...this.locate(key), Body: bytes, ContentType: CONTENT_TYPE });
    await this.mapErrors(this.client.send(command));
  }

  /**
   * Stores an object of exactly `bytes` bytes, sending them as they arrive. Stores nothing if `content` ends early or
   * fails.
   *
   * @throws the error from `content`, if it fails
   */
  async putStream(key: string, content: Readable, bytes: number): Promise<void> {
    const command = new PutObjectCommand({
      ...this.locate(key),
      ...{ Body: content, ContentLength: bytes, ContentType: CONTENT_TYPE },
    });
    const sending = new AbortController();
    const failed = new Promise<never>((_, reject) => {
      content.once('error', (error) => {
        sending.abort();
        reject(error);
      });
    });
    try {
      const sent = this.client.send(command, { abortSignal: sending.signal, requestTimeout: 0 });
      await Promise.race([this.mapErrors(sent), failed]);
    } finally {
      content.destroy();
    }
  }

  /** Opens an object to read it as it arrives; null if it does not exist. */
  async open(key: string): Promise<StoredStream | null> {
    const call = this.client.send(new GetObjectCommand(this.locate(key)));
    const found = await this.mapErrors<GetObjectCommandOutput | null>(call, null);
    if (found === null) return null;
    const { Body, ContentLength } = found;
    if (!(Body instanceof Readable) || ContentLength === undefined) throw new StorageUnavailableError();
    return { content: Body, bytes: ContentLength };
  }

  /**
   * Reads an object; null if it does not exist.
   *
   * @throws ObjectTooLargeError the object has more than `maxBytes` bytes
   */
  async get(key: string, maxBytes: number): Promise<Buffer | null> {
    return this.mapErrors(this.read(key, maxBytes), null);
  }

  has(key: string): Promise<boolean> {
    const found = this.client.send(new HeadObjectCommand(this.locate(key))).then(() => true);
    return this.mapErrors(found, false);
  }

  /** Deletes an object. Succeeds even if the object does not exist. */
  async delete(key: string): Promise<void> {
    await this.mapErrors(this.client.send(new DeleteObjectCommand(this.locate(key))), null);
  }

  /**
   * Yields the objects under a prefix that were last modified before `moment`. Examines at most ten million objects.
   */
  async *listBefore(prefix: string, moment: Date): AsyncGenerator<ListedObject> {
    const pages = paginateListObjectsV2(
      { client: this.client, pageSize: PAGE_SIZE },
      { Bucket: this.settings.bucket, Prefix: prefix },
    );
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const page = await this.mapErrors(pages.next());
      if (page.done === true) return;
      for (const { Key, LastModified } of page.value.Contents ?? []) {
        if (Key === undefined || LastModified === undefined || LastModified >= moment) continue;
        yield { key: Key, modifiedAt: LastModified };
      }
    }
  }

  /** Yields the keys under a prefix in order, starting after `after`; at most ten million. */
  async *keysAfter(prefix: string, after: string): AsyncGenerator<string> {
    const pages = paginateListObjectsV2(
      { client: this.client, pageSize: PAGE_SIZE },
      { Bucket: this.settings.bucket, Prefix: prefix, ...(after !== '' && { StartAfter: after }) },
    );
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const page = await this.mapErrors(pages.next());
      if (page.done === true) return;
      for (const { Key } of page.value.Contents ?? []) if (Key !== undefined) yield Key;
    }
  }

  /**
   * Creates a link to PUT exactly `bytes` bytes under `key`, valid for `seconds`; null if browsers cannot reach the
   * storage. The storage enforces key, length, type and expiry, which are part of the signature.
   */
  async uploadLink(key: string, bytes: number, seconds: number): Promise<string | null> {
    if (this.signer === null) return null;
    const command = new PutObjectCommand({
      ...this.locate(key),
      ContentLength: bytes,
      ContentType: CONTENT_TYPE,
    });
    return getSignedUrl(this.signer, command, { expiresIn: seconds, signableHeaders: SIGNED_HEADERS });
  }

  private locate(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: key };
  }

  private async read(key: string, maxBytes: number): Promise<Buffer> {
    const { Body, ContentLength } = await this.client.send(new GetObjectCommand(this.locate(key)));
    if (Body === undefined || ContentLength === undefined) throw new Error('response without a body');
    if (ContentLength > maxBytes) {
      if ('destroy' in Body) Body.destroy();
      throw new ObjectTooLargeError();
    }
    return Buffer.from(await Body.transformToByteArray());
  }

  /** Awaits a storage call. Returns `ifMissing`, if given, for a missing object. */
  private async mapErrors<Result>(call: Promise<Result>, ifMissing?: Result): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof ObjectTooLargeError) throw error;
      if (ifMissing !== undefined && isMissing(error)) return ifMissing;
      // The name says what is wrong (AccessDenied, NoSuchBucket, TimeoutError); the message may contain addresses.
      this.logger.error(`object storage failed: ${error instanceof Error ? error.name : 'unknown error'}`);
      throw new StorageUnavailableError();
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
}

function createClient(
  { region, accessKeyId, secretAccessKey }: S3Settings,
  endpoint: string | null,
): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // S3 servers other than Amazon's don't support the newer checksums. With these checksums, a signed link would also
    // require the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    maxAttempts: MAX_ATTEMPTS,
  });
}
