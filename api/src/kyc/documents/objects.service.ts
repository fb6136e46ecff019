import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, MoreThan, Not, Repository } from 'typeorm';
import { MAX_UPLOAD_BYTES } from '@moniker/common/limits.js';
import type { Config } from '../../platform/config/config.js';
import { AppError } from '../../http/app-error.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { type ContentType, isImageType } from './content-type.js';
import { CONVERSION_LIMITS, CONVERSIONS_AT_ONCE } from './conversion/conversion-limits.js';
import { DocumentConverter, type PagePicture } from './conversion/document-converter.js';
import { Places } from './conversion/places.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.port.js';
import {
  objectIdOf,
  objectPathOf,
  type StoredObjectDto,
  type UploadLinkQuery,
  type UploadUrlDto,
} from './objects.dto.js';
import type { ReadBody } from './raw-body.js';
import { sha256Of } from './sha256-of.js';
import { StoredObjectEntity } from './stored-object.entity.js';
import { isValidSignature, uploadPathOf } from './upload-link.js';
import { assertStorageAvailable, assertLinkAllowed } from './upload-quota.js';

export { objectIdOf, objectPathOf };

const LINK_VALID_MS = 10 * 60 * 1000;

/** A document to attach to a record. */
export interface DocumentToAttach {
  /** The request field that names it. */
  readonly field: string;
  readonly objectId: string;
  readonly accepts: 'image' | 'image or PDF';
  /** The name of the field in error messages. */
  readonly label: string;
}

interface ConvertedFile {
  readonly bytes: Buffer;
  readonly contentType: ContentType;
  readonly sha256: Buffer;
}

/** Uploaded files. `ReadObjectCommand` reads them. */
@Injectable()
export class ObjectsService {
  private readonly key: Buffer;
  private readonly converter: DocumentConverter;
  private readonly places = new Places(CONVERSIONS_AT_ONCE);

  constructor(
    @InjectRepository(StoredObjectEntity) private readonly objects: Repository<StoredObjectEntity>,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.key = config.secrets.objects;
    this.converter = new DocumentConverter({
      socketPath: config.documentWorkerSocket,
      limits: CONVERSION_LIMITS,
    });
  }

  /**
   * Issues an upload link for one file (FILE-6): directly to the storage if browsers can reach it and `bytes` is given,
   * otherwise to the API.
   *
   * @throws AppError FILE_TOO_LARGE, UPLOAD_QUOTA_EXCEEDED or TOO_MANY_REQUESTS
   */
  async issueUpload(userId: string, bytes?: number): Promise<UploadUrlDto> {
    if (bytes !== undefined && bytes > MAX_UPLOAD_BYTES) throw new AppError('FILE_TOO_LARGE');
    const now = this.now();
    const link = {
      objectId: randomUUID(),
      userId,
      expiresAt: new Date(now.getTime() + LINK_VALID_MS),
    };
    await this.dataSource.transaction(async (manager) => {
      await assertLinkAllowed(manager, { userId, now, linkValidMs: LINK_VALID_MS });
      await manager.insert(StoredObjectEntity, {
        id: link.objectId,
        userId,
        status: 'issued',
        expiresAt: link.expiresAt,
        createdAt: now,
        changedAt: now,
      });
    });
    const direct = bytes
      ? await this.store.incoming?.createUploadLink(link.objectId, bytes, LINK_VALID_MS / 1000)
      : null;
    return { uploadURL: direct ?? uploadPathOf(link, this.key), isDirect: typeof direct === 'string' };
  }

  /**
   * Receives the file of an upload link, which is then used up.
   *
   * @throws AppError UPLOAD_LINK_INVALID, FILE_TOO_LARGE, FILE_TYPE_REFUSED, FILE_REFUSED or UPLOAD_QUOTA_EXCEEDED
   */
  async receive(
    userId: string,
    objectId: string,
    { expires, signature }: UploadLinkQuery,
    read: ReadBody,
  ): Promise<StoredObjectDto> {
    const link = { objectId, userId, expiresAt: new Date(Number(expires)) };
    const isOurs = isValidSignature(signature, link, this.key);
    if (!isOurs) throw new AppError('UPLOAD_LINK_INVALID');
    return this.ingest(userId, objectId, read);
  }

  /**
   * Ingests a file that was uploaded directly to the storage. The link is used up even if no file arrived.
   *
   * @throws AppError NOT_FOUND, CONFLICT, or an error of `receive`
   */
  async confirm(userId: string, objectId: string): Promise<StoredObjectDto> {
    const { incoming } = this.store;
    if (incoming === null || !(await this.objects.existsBy({ id: objectId, userId }))) {
      throw new AppError('NOT_FOUND');
    }
    return this.ingest(userId, objectId, async () => {
      const upload = await incoming.take(objectId);
      if (upload === null) throw new AppError('CONFLICT', 'No file has arrived: please upload it again');
      return upload;
    });
  }

  /**
   * Attaches files of a user to a record, in the transaction of the caller. A file belongs to one record; only files in
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
    const ids = documents.map(({ objectId }) => objectId);
    const found = await manager.find(StoredObjectEntity, {
      where: { id: In(ids), userId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const taken = new Set<string>();
    for (const document of documents) {
      const object = found.find(({ id }) => id === document.objectId);
      assertAttachable(document, object, taken, reusable);
      taken.add(document.objectId);
    }
    await manager.update(
      StoredObjectEntity,
      { id: In(ids), status: 'stored' },
      { status: 'attached', changedAt: this.now() },
    );
  }

  /** Discards files in the transaction of the caller. They become unreadable and are collected later. */
  async discard(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.update(
      StoredObjectEntity,
      { id: In([...ids]) },
      { status: 'discarded', changedAt: this.now() },
    );
  }

  /** Discards all files of a user, and invalidates their open upload links. */
  async discardAllOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.update(
      StoredObjectEntity,
      { userId, status: Not('discarded') },
      { status: 'discarded', changedAt: this.now() },
    );
  }

  /** Converts a file and stores the result. The file is unreadable until then. */
  private async ingest(userId: string, objectId: string, read: ReadBody): Promise<StoredObjectDto> {
    if (!(await this.claimLink(objectId, userId))) throw new AppError('UPLOAD_LINK_INVALID');
    try {
      const upload = await read();
      const file = await this.convert(upload);
      await this.store.put(objectId, file.bytes);
      await this.recordStored(userId, objectId, file);
      return {
        objectPath: objectPathOf(objectId),
        contentType: file.contentType,
        bytes: file.bytes.length,
      };
    } catch (error) {
      await this.discard(this.dataSource.manager, [objectId]);
      await this.store.delete(objectId);
      throw error;
    }
  }

  /** Returns the first page of a picture. A PDF is kept as it was sent. */
  private async convert(upload: Buffer): Promise<ConvertedFile> {
    const pages: PagePicture[] = [];
    const leave = await this.places.enter();
    try {
      const { originalType } = await this.converter.convert(Readable.from([upload]), upload.length, (page) =>
        Promise.resolve(void pages.push(page)),
      );
      const [page] = pages;
      return originalType === 'application/pdf' || page === undefined
        ? { bytes: upload, contentType: 'application/pdf', sha256: sha256Of(upload) }
        : { ...page, sha256: sha256Of(page.bytes) };
    } finally {
      leave();
    }
  }

  /**
   * Marks a link as used. Returns false if it is invalid, expired or already used; of two concurrent calls, one
   * succeeds.
   */
  private async claimLink(objectId: string, userId: string): Promise<boolean> {
    const now = this.now();
    const used = await this.objects
      .createQueryBuilder()
      .update()
      .set({ usedAt: now })
      .where({ id: objectId, userId, status: 'issued', expiresAt: MoreThan(now) })
      .andWhere('used_at is null')
      .execute();
    return used.affected === 1;
  }

  private async recordStored(userId: string, id: string, file: ConvertedFile): Promise<void> {
    const now = this.now();
    await this.dataSource.transaction(async (manager) => {
      await assertStorageAvailable(manager, { userId, now, bytes: file.bytes.length });
      const { contentType, sha256 } = file;
      const updated = await manager.update(
        StoredObjectEntity,
        { id, status: 'issued' },
        { status: 'stored', contentType, bytes: file.bytes.length, sha256, changedAt: now },
      );
      // The upload took so long that the link was collected.
      if (updated.affected !== 1) throw new AppError('UPLOAD_LINK_INVALID');
    });
  }
}

function assertAttachable(
  { field, objectId, accepts, label }: DocumentToAttach,
  object: StoredObjectEntity | undefined,
  taken: ReadonlySet<string>,
  reusable: ReadonlySet<string>,
): void {
  const refuse = (message: string): AppError =>
    new AppError('VALIDATION_FAILED', message, { fields: [field] });
  const isAvailable =
    object?.status === 'stored' || (object?.status === 'attached' && reusable.has(objectId));
  if (!isAvailable) throw refuse(`${label} was not found: please upload it again`);
  if (taken.has(objectId)) throw refuse(`${label} must be a file of its own`);
  if (accepts === 'image' && !isImageType(object.contentType)) throw refuse(`${label} must be an image`);
}
