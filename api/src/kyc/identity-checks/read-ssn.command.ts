import { AdminCommand } from '../../http/admin-command.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { SsnDto } from './admin-kyc.dto.js';

/** Reads an applicant's full SSN and records the access (KYC-24). */
export class ReadSsnCommand extends AdminCommand<SsnDto> {
  constructor(
    readonly applicationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
