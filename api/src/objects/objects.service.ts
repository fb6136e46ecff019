import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, MoreThan, Not, Repository } from 'typeorm';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { CommandContext } from '../ledger/writer/submission.js';
import type { Config } from '../platform/config/config.js';
import { AppError } from '../platform/http/app-error.js';
import { accepted } from '../platform/http/refusal-error.js';
import type { SignedIn } from '../platform/http/request.js';
import { CLOCK, CONFIG, type Clock } from '../platform/tokens.js';
import { type ContentType, isImageType } from './content-type.js';
import { examine, sha256Of, type ExaminedFile } from './examine.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.port.js';
import {
  objectIdOf,
  objectPathOf,
  type ObjectContents,
  type StoredObjectDto,
  type UploadLinkQuery,
  type UploadUrlDto,
} from './objects.dto.js';
import { OneAtATime } from './one-at-a-time.js';
import type { ReadBody } from './raw-body.js';
import { StoredObjectEntity } from './stored-object.entity.js';
import { isSignatureOf, uploadPathOf } from './upload-link.js';

export { objectIdOf, objectPathOf };

const LINK_VALID_MS = 10 * 60 * 1000;
/** Links that one person may ask for within the time that one is valid. */
const MAX_LINKS = 30;
const MAX_OBJECTS = 20;
const MAX_BYTES = 60 * 1024 * 1024;

/** A document on its way into a record. */
export interface DocumentToAttach {
  /** The field of the request that names it. */
  readonly field: string;
  readonly objectId: string;
  readonly accepts: 'image' | 'image or PDF';
  /** What the field is called when it is the wrong type. */
  readonly label: string;
}

/** Files that people upload: seen by their owner and by admins, and the latter leaves an audit event. */
@Injectable()
export class ObjectsService {
  private readonly key: Buffer;
  private readonly examining = new OneAtATime();

  constructor(
    @InjectRepository(StoredObjectEntity) private readonly objects: Repository<StoredObjectEntity>,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.key = config.secrets.objects;
  }

  /** A link to upload one file. Throws UPLOAD_QUOTA_EXCEEDED and TOO_MANY_REQUESTS. */
  async issueUpload(userId: string): Promise<UploadUrlDto> {
    const now = this.now();
    const link = {
      objectId: randomUUID(),
      userId,
      expiresAt: new Date(now.getTime() + LINK_VALID_MS),
    };
    await this.dataSource.transaction(async (manager) => {
      await lockUser(manager, userId);
      await this.refuseTooManyLinks(manager, userId, now);
      const { live, bytes } = await this.usageOf(manager, userId, now);
      if (live >= MAX_OBJECTS || bytes >= MAX_BYTES) throw new AppError('UPLOAD_QUOTA_EXCEEDED');
      await manager.insert(StoredObjectEntity, {
        id: link.objectId,
        userId,
        status: 'issued',
        expiresAt: link.expiresAt,
        createdAt: now,
        changedAt: now,
      });
    });
    return { uploadURL: uploadPathOf(link, this.key) };
  }

  /**
   * Takes in the file of a link, which is used up by that. Throws UPLOAD_LINK_INVALID, FILE_TOO_LARGE,
   * FILE_TYPE_REFUSED, FILE_REFUSED and UPLOAD_QUOTA_EXCEEDED.
   */
  async receive(
    userId: string,
    objectId: string,
    { expires, signature }: UploadLinkQuery,
    read: ReadBody,
  ): Promise<StoredObjectDto> {
    const link = { objectId, userId, expiresAt: new Date(Number(expires)) };
    const isOurs = isSignatureOf(signature, link, this.key);
    if (!isOurs || !(await this.use(objectId, userId))) throw new AppError('UPLOAD_LINK_INVALID');
    try {
      const upload = await read();
      const file = await this.examining.run(() => examine(upload));
      await this.store.put(objectId, file.bytes);
      await this.keep(userId, objectId, file);
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

  /**
   * The file, for its owner or an admin; NOT_FOUND for everybody else. An admin's look at the file of another
   * is in the log before a byte of it is read.
   */
  async read(reader: SignedIn, id: string, context: CommandContext): Promise<ObjectContents> {
    const object = await this.objects.findOneBy({ id, status: In(['stored', 'attached']) });
    const isOwner = object?.userId === reader.userId;
    if (object === null || !(isOwner || reader.isAdmin)) throw new AppError('NOT_FOUND');
    if (!isOwner) await this.recordRead(object, context);
    const bytes = await this.store.get(id);
    if (bytes === null) throw new AppError('NOT_FOUND');
    if (object.sha256?.equals(sha256Of(bytes)) !== true)
      throw new Error('a stored file is not as it was stored');
    // A stored file has the type that it was examined as.
    return { bytes, contentType: object.contentType as ContentType };
  }

  /**
   * Attaches files of a user to a record, in the caller's transaction. A file belongs to one record, except that
   * those in `reusable` may belong to one already. Throws VALIDATION_FAILED, naming the field.
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
      refuseUnlessFit(document, object, taken, reusable);
      taken.add(document.objectId);
    }
    await manager.update(
      StoredObjectEntity,
      { id: In(ids), status: 'stored' },
      { status: 'attached', changedAt: this.now() },
    );
  }

  /** Gives files up, in the caller's transaction: nobody sees them from then on, and they are collected. */
  async discard(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.update(
      StoredObjectEntity,
      { id: In([...ids]) },
      { status: 'discarded', changedAt: this.now() },
    );
  }

  /** Gives up all that a person has uploaded, and the links that they still hold. */
  async discardAllOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.update(
      StoredObjectEntity,
      { userId, status: Not('discarded') },
      { status: 'discarded', changedAt: this.now() },
    );
  }

  /** Marks a link as used; false where that is not possible any more. Of two at once, one succeeds. */
  private async use(objectId: string, userId: string): Promise<boolean> {
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

  private async keep(userId: string, id: string, file: ExaminedFile): Promise<void> {
    const now = this.now();
    await this.dataSource.transaction(async (manager) => {
      await lockUser(manager, userId);
      const { bytes } = await this.usageOf(manager, userId, now);
      if (bytes + file.bytes.length > MAX_BYTES) throw new AppError('UPLOAD_QUOTA_EXCEEDED');
      const { contentType, sha256 } = file;
      const kept = await manager.update(
        StoredObjectEntity,
        { id, status: 'issued' },
        { status: 'stored', contentType, bytes: file.bytes.length, sha256, changedAt: now },
      );
      // It took so long that it was collected meanwhile.
      if (kept.affected !== 1) throw new AppError('UPLOAD_LINK_INVALID');
    });
  }

  private async recordRead({ id, userId }: StoredObjectEntity, context: CommandContext): Promise<void> {
    const outcome = await this.ledger.submit({
      command: {
        type: 'RecordAudit',
        stream: `document:${id}`,
        event: { type: 'IdentityDocumentRead', payload: { documentId: id, userId } },
      },
      context,
    });
    accepted(outcome);
  }

  /** Refused uploads count as well: what they cost is spent. */
  private async refuseTooManyLinks(manager: EntityManager, userId: string, now: Date): Promise<void> {
    const since = new Date(now.getTime() - LINK_VALID_MS);
    const [blocking] = await manager.find(StoredObjectEntity, {
      where: { userId, createdAt: MoreThan(since) },
      order: { createdAt: 'DESC' },
      skip: MAX_LINKS - 1,
      take: 1,
    });
    if (blocking === undefined) return;
    const waitMs = blocking.createdAt.getTime() + LINK_VALID_MS - now.getTime();
    throw new AppError('TOO_MANY_REQUESTS', undefined, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }

  /** What a person has here: files, and links that may still bring one. */
  private async usageOf(
    manager: EntityManager,
    userId: string,
    now: Date,
  ): Promise<{ live: number; bytes: number }> {
    const rows = await manager.query<{ live: number; bytes: number }[]>(
      `select count(*) as live, coalesce(sum(bytes), 0)::bigint as bytes from stored_object
        where user_id = $1 and (status in ('stored', 'attached') or (status = 'issued' and expires_at > $2))`,
      [userId, now],
    );
    return rows[0] ?? { live: 0, bytes: 0 };
  }
}

/** Whoever counts what a person has and adds to it does so alone. */
async function lockUser(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('select 1 from app_user where id = $1 for no key update', [userId]);
}

function refuseUnlessFit(
  { field, objectId, accepts, label }: DocumentToAttach,
  object: StoredObjectEntity | undefined,
  taken: ReadonlySet<string>,
  reusable: ReadonlySet<string>,
): void {
  const refuse = (message: string): AppError =>
    new AppError('VALIDATION_FAILED', message, { fields: [field] });
  const isThere = object?.status === 'stored' || (object?.status === 'attached' && reusable.has(objectId));
  if (!isThere) throw refuse(`${label} was not found: please upload it again`);
  if (taken.has(objectId)) throw refuse(`${label} must be a file of its own`);
  if (accepts === 'image' && !isImageType(object.contentType)) throw refuse(`${label} must be an image`);
}
