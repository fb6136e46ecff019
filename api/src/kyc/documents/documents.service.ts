import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, MoreThan, Not, Repository } from 'typeorm';
import { type DocumentKind, DOCUMENTS } from '@moniker/common/applications.js';
import { MAX_UPLOAD_BYTES } from '@moniker/common/limits.js';
import type { Config } from '../../platform/config/config.js';
import { AppError } from '../../http/app-error.js';
import { CONFIG } from '../../platform/config/config.token.js';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { StorageUnavailableError } from '../../platform/storage/storage-errors.js';
import { DocumentConverter } from './conversion/document-converter.js';
import { type ConvertedDocument, DocumentFiles } from './document-files.js';
import { FairQueue } from './fair-queue.js';
import {
  documentPath,
  type StoredObjectDto,
  type UploadLinkQuery,
  type UploadUrlDto,
} from './documents.dto.js';
import { ReceivingPlaces } from './receiving-places.js';
import { DocumentEntity } from './document.entity.js';
import type { UploadBody } from './upload-body.js';
import { isValidSignature, uploadPathOf } from './upload-link.js';
import { assertStorageAvailable, assertLinkAllowed } from './upload-quota.js';

const LINK_VALID_MS = 10 * 60 * 1000;

/** A document to attach to a record. */
export interface DocumentToAttach {
  readonly documentId: string;
  readonly kind: DocumentKind;
  /** The request field that names the document, if that field isn't named after the kind. */
  readonly field?: string;
}

/**
 * Limits of the conversion queue. A browser waits only a minute for its response, and a conversion can take 20 seconds
 * of that. So a conversion waits at most 30 seconds for its turn.
 */
const CONVERSIONS = { running: 2, waiting: 64, perCustomer: 4, maxWaitMs: 30_000 };

/** Where an upload's bytes come from. Nothing is read before `open` is called. */
interface Upload {
  readonly bytes: number;
  readonly open: () => Readable;
}

/** Uploaded documents. `ReadDocumentCommand` reads them. */
@OwnsPersonalData('stored_object')
@Injectable()
export class DocumentsService implements PersonalDataOwner {
  private readonly key: Buffer;
  private readonly receiving = new ReceivingPlaces();
  private readonly conversions = new FairQueue(CONVERSIONS);

  constructor(
    @InjectRepository(DocumentEntity) private readonly documents: Repository<DocumentEntity>,
    private readonly files: DocumentFiles,
    private readonly converter: DocumentConverter,
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.key = config.secrets.objects;
  }

  /**
   * Issues an upload link for one file (FILE-6). If `bytes` is given and browsers can reach the storage, the link leads
   * directly there. Otherwise, it leads to the API. If `bytes` is given, this method also makes the checks that an
   * upload must pass before it is read (FILE-39), because a browser would learn of a refusal only after sending the
   * whole file.
   *
   * @throws AppError FILE_TOO_LARGE, UPLOAD_QUOTA_EXCEEDED, BUSY or TOO_MANY_REQUESTS
   */
  async issueUpload(userId: string, bytes?: number): Promise<UploadUrlDto> {
    if (bytes !== undefined) {
      if (bytes > MAX_UPLOAD_BYTES) throw new AppError('FILE_TOO_LARGE');
      this.assertRoom(userId);
    }
    const now = this.now();
    const link = {
      id: randomUUID(),
      userId,
      expiresAt: new Date(now.getTime() + LINK_VALID_MS),
    };
    await this.dataSource.transaction(async (manager) => {
      await assertLinkAllowed(manager, { userId, now, bytes, linkValidMs: LINK_VALID_MS });
      await manager.insert(DocumentEntity, {
        id: link.id,
        userId,
        status: 'issued',
        expiresAt: link.expiresAt,
        createdAt: now,
        changedAt: now,
      });
    });
    const direct = bytes
      ? await this.files.incoming?.createUploadLink(link.id, bytes, LINK_VALID_MS / 1000)
      : null;
    return { uploadURL: direct ?? uploadPathOf(link, this.key), isDirect: typeof direct === 'string' };
  }

  /**
   * Receives the file for an upload link, which uses up the link. Checks the link, the file's length, the quota and the
   * free capacity before it reads a byte (FILE-22).
   *
   * @throws AppError UPLOAD_LINK_INVALID, MALFORMED_REQUEST, FILE_TOO_LARGE, FILE_TYPE_REFUSED, FILE_REFUSED,
   * UPLOAD_QUOTA_EXCEEDED or BUSY
   */
  async receive(
    userId: string,
    id: string,
    { expires, signature }: UploadLinkQuery,
    body: UploadBody,
    gone: AbortSignal,
  ): Promise<StoredObjectDto> {
    const link = { id, userId, expiresAt: new Date(Number(expires)) };
    const isOurs = isValidSignature(signature, link, this.key);
    if (!isOurs) throw new AppError('UPLOAD_LINK_INVALID');
    return this.ingest(userId, id, { bytes: body.length(), open: body.open }, gone);
  }

  /**
   * Ingests a file that was uploaded directly to storage. The link is used up even if no file arrived.
   *
   * @throws AppError NOT_FOUND, CONFLICT, or any error that `receive` throws
   */
  async confirm(userId: string, id: string, gone: AbortSignal): Promise<StoredObjectDto> {
    const { incoming } = this.files;
    if (incoming === null || !(await this.documents.existsBy({ id, userId }))) {
      throw new AppError('NOT_FOUND');
    }
    const file = await incoming.open(id);
    try {
      const open = (): Readable => {
        if (file === null)
          throw new AppError('CONFLICT', "We didn't receive your file. Please upload it again");
        if (file.bytes > MAX_UPLOAD_BYTES) throw new AppError('FILE_TOO_LARGE');
        return file.content;
      };
      const document = await this.ingest(userId, id, { bytes: file?.bytes ?? 0, open }, gone);
      await incoming.delete(id);
      return document;
    } catch (error) {
      // If the link was already used, another call may be ingesting its file, so the file is kept.
      const isTaken = error instanceof AppError && error.code === 'UPLOAD_LINK_INVALID';
      if (file !== null && !isTaken && !isPassing(error)) await incoming.delete(id);
      throw error;
    } finally {
      file?.content.destroy();
    }
  }

  /**
   * Attaches a user's files to a record, in the caller's transaction. A file belongs to one record; only files in
   * `reusable` may already be attached.
   *
   * @throws AppError VALIDATION_FAILED, naming the field
   */
  async attach(
    manager: EntityManager,
    userId: string,
    documents: readonly DocumentToAttach[],
    reusable: ReadonlySet<string>,
  ): Promise<void> {
    const ids = documents.map(({ documentId }) => documentId);
    const found = await manager.find(DocumentEntity, {
      where: { id: In(ids), userId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const taken = new Set<string>();
    for (const document of documents) {
      const stored = found.find(({ id }) => id === document.documentId);
      assertAttachable(document, stored, taken, reusable);
      taken.add(document.documentId);
    }
    await manager.update(
      DocumentEntity,
      { id: In(ids), status: 'stored' },
      { status: 'attached', changedAt: this.now() },
    );
  }

  /** Discards a document in the caller's transaction. The document becomes unreadable and is deleted later. */
  async discard(manager: EntityManager, id: string): Promise<void> {
    await manager.update(DocumentEntity, { id }, { status: 'discarded', changedAt: this.now() });
  }

  /** Discards all of a user's files, and invalidates their open upload links. */
  async erasePersonalData(manager: EntityManager, { id: userId }: Person): Promise<void> {
    await manager.update(
      DocumentEntity,
      { userId, status: Not('discarded') },
      { status: 'discarded', changedAt: this.now() },
    );
  }

  /**
   * Stores the original as it arrives, then its page pictures. Nobody can read the document until it is complete, and
   * a failed upload leaves nothing behind (FILE-20).
   */
  private async ingest(
    userId: string,
    id: string,
    { bytes, open }: Upload,
    gone: AbortSignal,
  ): Promise<StoredObjectDto> {
    this.assertRoom(userId);
    if (!(await this.claimLink(id, userId, bytes))) throw new AppError('UPLOAD_LINK_INVALID');
    try {
      const originalSha256 = await this.receiving.hold(userId, () =>
        this.files.put(id, 'original', open(), bytes),
      );
      const converted = await this.conversions.run(userId, gone, () =>
        this.convert(id, originalSha256, gone),
      );
      await this.recordStored(id, converted);
      const { contentType, pageSha256 } = converted;
      return { objectPath: documentPath(id), contentType, bytes, pages: pageSha256.length };
    } catch (error) {
      await this.undo(id, error);
      throw error;
    }
  }

  /** @throws AppError BUSY */
  private assertRoom(userId: string): void {
    this.receiving.assertFree(userId);
    this.conversions.assertRoom(userId);
  }

  private async convert(id: string, sha256: Buffer, gone: AbortSignal): Promise<ConvertedDocument> {
    const original = await this.files.open(id, 'original');
    if (original === null) throw new Error('the original is missing');
    return this.files.putPages(id, { ...original, sha256 }, this.converter, gone);
  }

  /**
   * Marks a link as used. Returns false if the link is invalid, expired or already used. If two calls run concurrently,
   * only one returns true. The bytes count toward the quota from now on (FILE-7).
   */
  private claimLink(id: string, userId: string, bytes: number): Promise<boolean> {
    const now = this.now();
    return this.dataSource.transaction(async (manager) => {
      await assertStorageAvailable(manager, { userId, now, bytes });
      const used = await manager
        .createQueryBuilder()
        .update(DocumentEntity)
        .set({ usedAt: now, bytes: bytes || null })
        .where({ id, userId, status: 'issued', expiresAt: MoreThan(now) })
        .andWhere('used_at is null')
        .execute();
      return used.affected === 1;
    });
  }

  private async recordStored(id: string, converted: ConvertedDocument): Promise<void> {
    const change = { ...converted, status: 'stored', changedAt: this.now() } as const;
    const updated = await this.documents.update({ id, status: 'issued' }, change);
    // The upload took so long that its row was deleted as abandoned, or the user was deleted in the meantime.
    if (updated.affected !== 1) throw new AppError('UPLOAD_LINK_INVALID');
  }

  /** Removes whatever was stored for a document. If the failure is temporary, the document's link can be used again. */
  private async undo(id: string, error: unknown): Promise<void> {
    await this.files.deleteAll(id);
    const change = isPassing(error) ? { usedAt: null } : { status: 'discarded' as const };
    await this.documents.update({ id, status: 'issued' }, { ...change, bytes: null, changedAt: this.now() });
  }
}

/** Whether a failure is temporary: the bank is busy, or one of its services does not respond. */
function isPassing(error: unknown): boolean {
  return error instanceof StorageUnavailableError || (error instanceof AppError && error.status === 503);
}

function assertAttachable(
  { documentId, kind, field = kind }: DocumentToAttach,
  document: DocumentEntity | undefined,
  taken: ReadonlySet<string>,
  reusable: ReadonlySet<string>,
): void {
  const { accepts, subject } = DOCUMENTS[kind];
  const refuse = (message: string): AppError =>
    new AppError('VALIDATION_FAILED', message, { fields: [field] });
  const isAvailable =
    document?.status === 'stored' || (document?.status === 'attached' && reusable.has(documentId));
  if (!isAvailable) throw refuse(`${subject} was not found. Please upload it again`);
  if (taken.has(documentId)) throw refuse(`${subject} must be a separate file`);
  if (accepts === 'image' && isPdf(document)) throw refuse(`${subject} must be an image`);
}

/** Whether the customer's file is a PDF. A document stored before page pictures existed has no `originalType`. */
function isPdf({ originalType, contentType }: DocumentEntity): boolean {
  return (originalType ?? contentType) === 'application/pdf';
}
