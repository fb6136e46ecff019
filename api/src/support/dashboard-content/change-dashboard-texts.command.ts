import { AdminCommand } from '../../http/admin-command.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { DashboardContentDto, SetDashboardContentBody } from './dashboard-content.dto.js';

/** Replaces the texts on a customer's dashboard. */
export class ChangeDashboardTextsCommand extends AdminCommand<DashboardContentDto> {
  constructor(
    readonly userId: string,
    readonly body: SetDashboardContentBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}
