import { Command } from '@nestjs/cqrs';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { ObjectContents } from './objects.dto.js';

/** Reads an uploaded file. An admin's access is recorded (FILE-9). */
export class ReadObjectCommand extends Command<ObjectContents> {
  constructor(
    readonly reader: AuthenticatedUser,
    readonly objectId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
