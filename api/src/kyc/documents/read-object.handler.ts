import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { AccessLog } from '../../admin/access-log/access-log.service.js';
import { AppError } from '../../http/app-error.js';
import { isPermitted } from '../../http/permissions.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { ContentType } from './content-type.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.port.js';
import type { ObjectContents } from './objects.dto.js';
import { ReadObjectCommand } from './read-object.command.js';
import { sha256Of } from './sha256-of.js';
import { StoredObjectEntity } from './stored-object.entity.js';

/**
 * Returns a file to its owner or an admin who may read identity checks; NOT_FOUND for everybody else (FILE-8). Access by an admin is recorded before
 * any byte is read (FILE-9).
 */
@CommandHandler(ReadObjectCommand)
export class ReadObjectHandler implements ICommandHandler<ReadObjectCommand> {
  constructor(
    @InjectRepository(StoredObjectEntity) private readonly objects: Repository<StoredObjectEntity>,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly ledger: LedgerWriter,
    private readonly accesses: AccessLog,
  ) {}

  async execute({ reader, objectId: id, context }: ReadObjectCommand): Promise<ObjectContents> {
    const object = await this.objects.findOneBy({ id, status: In(['stored', 'attached']) });
    const isOwner = object?.userId === reader.userId;
    if (object === null || !(isOwner || isPermitted(reader.role, 'kyc:read')))
      throw new AppError('NOT_FOUND');
    if (!isOwner) await this.recordRead(object, context);
    const bytes = await this.store.get(id);
    if (bytes === null) throw new AppError('NOT_FOUND');
    if (object.sha256?.equals(sha256Of(bytes)) !== true) throw new Error('the stored file was modified');
    // The stored type is the one that inspection detected.
    return { bytes, contentType: object.contentType as ContentType };
  }

  private async recordRead({ id, userId }: StoredObjectEntity, context: CommandContext): Promise<void> {
    await this.accesses.record({
      ...{ ...context, action: 'identity-document', subject: userId, count: 1 },
      details: { object: id },
    });
    const outcome = await this.ledger.submit({
      command: {
        type: 'RecordAudit',
        stream: `document:${id}`,
        event: { type: 'IdentityDocumentRead', payload: { documentId: id, userId } },
      },
      context,
    });
    receiptOrThrow(outcome);
  }
}
