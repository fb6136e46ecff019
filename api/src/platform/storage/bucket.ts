import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Logger } from '@nestjs/common';
import { AppError } from '../http/app-error.js';
import type { S3Settings } from './s3-settings.js';

/** What is stored has no type of its own, so that no browser that gets there draws or runs it. */
const CONTENT_TYPE = 'application/octet-stream';
const CONNECT_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 3;
const PAGE_SIZE = 1000;
/** Pages that one listing reads at most. */
const MAX_PAGES = 10_000;
const SIGNED_HEADERS = new Set(['host', 'content-length', 'content-type']);

/** A bucket in S3's language. Everything throws UNAVAILABLE where the storage does not answer or refuses us. */
export class Bucket {
  private readonly logger = new Logger('ObjectStorage');
  private readonly client: S3Client;
  /** Signs links for browsers; null where they do not reach the storage. */
  private readonly signer: S3Client | null;

  constructor(private readonly settings: S3Settings) {
    this.client = clientOf(settings, settings.endpoint);
    this.signer = settings.publicEndpoint === null ? null : clientOf(settings, settings.publicEndpoint);
  }

  /** Resolves when the storage says that it keeps the bytes. */
  async put(key: string, bytes: Buffer): Promise<void> {
    const command = new PutObjectCommand({ ...this.locate(key), Body: bytes, ContentType: CONTENT_TYPE });
    await this.mapErrors(this.client.send(command));
  }

  /** Null where there is nothing under this key. Throws FILE_TOO_LARGE before it reads more than `maxBytes`. */
  async get(key: string, maxBytes: number): Promise<Buffer | null> {
    return this.mapErrors(this.read(key, maxBytes), null);
  }

  has(key: string): Promise<boolean> {
    const found = this.client.send(new HeadObjectCommand(this.locate(key))).then(() => true);
    return this.mapErrors(found, false);
  }

  /** Also succeeds where there is nothing to delete. */
  async delete(key: string): Promise<void> {
    await this.mapErrors(this.client.send(new DeleteObjectCommand(this.locate(key))), null);
  }

  /** The keys below a prefix of what was stored before a moment: ten million at most. */
  async *keysBefore(prefix: string, moment: Date): AsyncGenerator<string> {
    const pages = paginateListObjectsV2(
      { client: this.client, pageSize: PAGE_SIZE },
      { Bucket: this.settings.bucket, Prefix: prefix },
    );
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const page = await this.mapErrors(pages.next());
      if (page.done === true) return;
      for (const { Key, LastModified } of page.value.Contents ?? []) {
        if (Key !== undefined && LastModified !== undefined && LastModified < moment) yield Key;
      }
    }
  }

  /**
   * A link with which whoever has it may PUT this many bytes under this key until it expires; null where browsers do
   * not reach the storage. Key, length, type and time are part of the signature, and the storage checks them.
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
    if (Body === undefined || ContentLength === undefined) throw new Error('an answer without a body');
    if (ContentLength > maxBytes) {
      if ('destroy' in Body) Body.destroy();
      throw new AppError('FILE_TOO_LARGE');
    }
    return Buffer.from(await Body.transformToByteArray());
  }

  /** The storage's answer; `ifMissing` where it says that there is nothing, if that is an answer. */
  private async mapErrors<Answer>(call: Promise<Answer>, ifMissing?: Answer): Promise<Answer> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (ifMissing !== undefined && isMissing(error)) return ifMissing;
      // The name tells what is wrong (AccessDenied, NoSuchBucket, TimeoutError); messages may hold addresses.
      this.logger.error(`no answer of use: ${error instanceof Error ? error.name : 'unknown error'}`);
      throw new AppError('UNAVAILABLE');
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
}

function clientOf({ region, accessKeyId, secretAccessKey }: S3Settings, endpoint: string | null): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Amazon's newer checksums are unknown to other servers, and a signed link would ask for one of no bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    maxAttempts: MAX_ATTEMPTS,
  });
}
