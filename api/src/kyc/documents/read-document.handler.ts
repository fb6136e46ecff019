import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { AccessLog } from '../../admin/access-log/access-log.service.js';
import { AppError } from '../../http/app-error.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { isPermitted } from '../../http/permissions.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import type { Access } from '../../ledger/ledger.module.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { documentDigestOf, sha256Of } from './document-digest.js';
import { DocumentFiles } from './document-files.js';
import type { DocumentContents } from './documents.dto.js';
import { pdfOfPages } from './pdf-of-pages.js';
import { ReadDocumentCommand } from './read-document.command.js';
import { DocumentEntity } from './document.entity.js';

/**
 * After an admin's read of a document is recorded, the same admin's reads of that document need no new entry for this
 * long (FILE-9).
 */
const LOOK_MS = 15 * 60 * 1000;

/**
 * Returns a document to its owner, or to an admin who may read identity checks; NOT_FOUND for everybody else (FILE-8).
 * An admin's access is recorded before any byte is read, once per viewing (FILE-9).
 */
@CommandHandler(ReadDocumentCommand)
export class ReadDocumentHandler implements ICommandHandler<ReadDocumentCommand> {
  /** Viewings being recorded. A document's pages are often requested at the same time and then share one entry. */
  private readonly recording = new Map<string, Promise<void>>();

  constructor(
    @InjectRepository(DocumentEntity) private readonly documents: Repository<DocumentEntity>,
    private readonly files: DocumentFiles,
    private readonly ledger: LedgerWriter,
    private readonly accesses: AccessLog,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ reader, id, selection, context }: ReadDocumentCommand): Promise<DocumentContents> {
    const document = await this.find(reader, id);
    const isOld = document.pageSha256.length === 0;
    const pages = isOld ? 1 : document.pageSha256.length;
    if (selection === 'pdf' ? isOld : selection > pages) throw new AppError('NOT_FOUND');
    if (document.userId !== reader.userId) await this.recordLook(document, context);
    if (isOld) return this.readUnconverted(document);
    if (selection !== 'pdf') return this.readPage(document, selection);
    const rest = this.pagesAfter(document, await this.readPage(document, 1));
    return {
      content: Readable.from(pdfOfPages(rest), { objectMode: false }),
      contentType: 'application/pdf',
    };
  }

  private async find(reader: AuthenticatedUser, id: string): Promise<DocumentEntity> {
    const document = await this.documents.findOneBy({ id, status: In(['stored', 'attached']) });
    const mayRead = document?.userId === reader.userId || isPermitted(reader.role, 'kyc:read');
    if (document === null || !mayRead) throw new AppError('NOT_FOUND');
    return document;
  }

  /** Reads a page and checks its digest and the document's (FILE-10). */
  private async readPage(document: DocumentEntity, page: number): Promise<PageContents> {
    const { id, sha256, originalSha256, pageSha256 } = document;
    const content = await this.files.read(id, page);
    if (content === null) throw new AppError('NOT_FOUND');
    const digest = documentDigestOf(originalSha256 ?? Buffer.alloc(0), pageSha256);
    const isUnchanged = pageSha256[page - 1]?.equals(sha256Of(content)) && sha256?.equals(digest);
    if (isUnchanged !== true) throw new Error('the document was modified');
    return { content, contentType: content[0] === PNG_START ? 'image/png' : 'image/jpeg' };
  }

  /**
   * Yields the given first page and then the rest. The caller reads the first one before the response starts, so that
   * the client gets an error if the store doesn't respond.
   */
  private async *pagesAfter(document: DocumentEntity, first: PageContents): AsyncGenerator<Buffer> {
    yield first.content;
    for (let page = 2; page <= document.pageSha256.length; page += 1) {
      yield (await this.readPage(document, page)).content;
    }
  }

  /** Reads a document that was stored before page pictures existed and has not been converted yet. */
  private async readUnconverted({ id, sha256, contentType }: DocumentEntity): Promise<DocumentContents> {
    const found = await this.files.openUnsealed(id);
    if (found === null) throw new AppError('NOT_FOUND');
    const content = await buffer(found.content);
    if (sha256?.equals(sha256Of(content)) !== true) throw new Error('the document was modified');
    return { content, contentType: contentType ?? 'application/octet-stream' };
  }

  private async recordLook(document: DocumentEntity, context: CommandContext): Promise<void> {
    const key = `${context.actor} ${document.id}`;
    const recording = this.recording.get(key) ?? this.recordOnce(document, context);
    this.recording.set(key, recording);
    try {
      await recording;
    } finally {
      if (this.recording.get(key) === recording) this.recording.delete(key);
    }
  }

  /** Writes to the access log last, so an entry there means that the event is recorded too. */
  private async recordOnce({ id, userId }: DocumentEntity, context: CommandContext): Promise<void> {
    const access: Access = {
      ...{ ...context, action: 'identity-document', subject: userId, count: 1 },
      details: { object: id },
    };
    const since = new Date(this.now().getTime() - LOOK_MS);
    if (await this.accesses.hasRecorded(access, since)) return;
    const outcome = await this.ledger.submit({
      command: {
        type: 'RecordAudit',
        stream: `document:${id}`,
        event: { type: 'IdentityDocumentRead', payload: { documentId: id, userId } },
      },
      context,
    });
    receiptOrThrow(outcome);
    await this.accesses.record(access);
  }
}

/** The first byte of a PNG. Pages are PNG or JPEG, and their digest has been checked. */
const PNG_START = 0x89;

interface PageContents {
  readonly content: Buffer;
  readonly contentType: 'image/jpeg' | 'image/png';
}
