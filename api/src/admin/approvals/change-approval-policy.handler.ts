import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import {
  formatPolicy,
  LedgerApprovals,
  POLICY_STREAM,
} from '../../ledger/approvals/ledger-approvals.service.js';
import { type ApprovalPolicyDto, mapApprovalPolicy } from './approval-policy.dto.js';
import { ApprovalSignatures } from './approval-signatures.service.js';
import { ChangeApprovalPolicyCommand } from './change-approval-policy.command.js';
import { GuardedCommands } from './guarded-commands.service.js';
import { adminIdOf } from './proposals.service.js';

@CommandHandler(ChangeApprovalPolicyCommand)
export class ChangeApprovalPolicyHandler
  extends AdminCommandHandler<ChangeApprovalPolicyCommand>
  implements ICommandHandler<ChangeApprovalPolicyCommand>
{
  constructor(
    private readonly commands: GuardedCommands,
    private readonly signatures: ApprovalSignatures,
    private readonly ledger: LedgerApprovals,
  ) {
    super();
  }

  /** The policy belongs to the bank, not to a customer. */
  protected override targetOf(): CommandTarget {
    return { customerId: POLICY_STREAM };
  }

  /**
   * @throws ALREADY_DECIDED the policy has changed since `expectedVersion`
   * @throws APPROVAL_REQUIRED the policy in force requires a second admin; the change was proposed
   * @throws TOO_MANY_PROPOSALS the change could not be proposed, because too many of the admin's proposals are open
   *   (APR-26)
   */
  protected override async handle({
    change,
    context,
    idempotency,
  }: ChangeApprovalPolicyCommand): Promise<IdempotentResponse<ApprovalPolicyDto>> {
    const { rules, dailyLimit, expectedVersion } = change;
    const policy = formatPolicy({
      rules,
      dailyLimitCents: dailyLimit.cents,
      signatures: this.signatures.originOfNewPolicy,
    });
    const outcome = await this.commands.submit({
      customerId: adminIdOf(context),
      submission: {
        command: {
          type: 'RecordAudit',
          stream: POLICY_STREAM,
          event: { type: 'ApprovalPolicyChanged', payload: { policy } },
          expectedVersion,
        },
        context,
        ...(idempotency && { idempotency }),
      },
    });
    if (!outcome.ok && outcome.refusal.code === 'STREAM_CHANGED') {
      throw new AppError('ALREADY_DECIDED', 'The policy has changed since you opened it');
    }
    receiptOrThrow(outcome);
    return new IdempotentResponse(
      mapApprovalPolicy(await this.ledger.policy()),
      outcome.ok && outcome.replayed,
    );
  }
}
