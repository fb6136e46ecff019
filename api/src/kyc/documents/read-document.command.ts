import { Command } from '@nestjs/cqrs';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { DocumentContents, DocumentSelection } from './documents.dto.js';

/** Reads a page of a document, or all pages as a PDF. An admin's access is recorded (FILE-9). */
export class ReadDocumentCommand extends Command<DocumentContents> {
  constructor(
    readonly reader: AuthenticatedUser,
    readonly id: string,
    readonly selection: DocumentSelection,
    readonly context: CommandContext,
  ) {
    super();
  }
}
