import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { ChangePlanBody } from './plan.dto.js';

/** A customer pauses, resumes or ends a plan, skips its next transfer, or undoes a skip (TRF-128, TRF-181). */
export class ChangePlanCommand extends Command<void> {
  constructor(
    readonly userId: string,
    readonly planId: string,
    readonly body: ChangePlanBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}
