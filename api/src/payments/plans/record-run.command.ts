import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { RefusedRun } from './plan-rules.js';
import type { Plan } from './plans.service.js';

/** Records that a due transfer was requested (`refused` is null) or refused (TRF-126, TRF-127). */
export class RecordRunCommand extends Command<void> {
  constructor(
    readonly plan: Plan,
    readonly refused: RefusedRun | null,
    readonly context: CommandContext,
  ) {
    super();
  }
}
