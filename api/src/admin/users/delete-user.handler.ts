import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PersonalData } from '../../platform/database/personal-data.service.js';
import { ApprovedCommands } from '../approvals/approved-commands.service.js';
import { GuardedCommands } from '../approvals/guarded-commands.service.js';
import type { ProposalDraft } from '../approvals/proposals.service.js';
import { eraseTextsOfAccount } from '../../ledger/texts/transaction-texts.js';
import { LedgerBalances } from '../../ledger/queries/ledger-balances.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { SubmitWithRows } from '../../ledger/writer/submission.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { Id, WholeNumberFrom } from '../../http/fields.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { UsersService } from '../../identity/users/users.service.js';
import { DeleteUserCommand } from './delete-user.command.js';

/** The stored request of a proposal to delete a user. */
class StoredDeletion {
  @Id()
  userId: string;

  @WholeNumberFrom(0)
  expectedRevision: number;
}

/** Deletes a user in one transaction, or proposes the deletion if the policy requires that. */
@CommandHandler(DeleteUserCommand)
export class DeleteUserHandler
  extends AdminCommandHandler<DeleteUserCommand>
  implements ICommandHandler<DeleteUserCommand>
{
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    private readonly users: UsersService,
    private readonly personalData: PersonalData,
    private readonly balances: LedgerBalances,
    private readonly approvals: GuardedCommands,
    approved: ApprovedCommands,
  ) {
    super();
    approved.register('deletion', async ({ subjectId, request, approval, context, idempotency }) => {
      const { expectedRevision } = await approved.parse(StoredDeletion, request);
      return new DeleteUserCommand(subjectId, expectedRevision, context, idempotency, approval);
    });
  }

  protected override targetOf({ userId }: DeleteUserCommand): CommandTarget {
    return { customerId: userId, ownAccountError: adminNotDeletedError() };
  }

  /**
   * @throws NOT_FOUND the user does not exist or is already deleted
   * @throws FORBIDDEN the user is an admin (ADM-11), or the approver may no longer delete users
   * @throws ACCOUNT_CHANGED the account has changed since `expectedRevision` (ACC-16)
   * @throws APPROVAL_REQUIRED the policy requires a second admin; the deletion was proposed
   * @throws TOO_MANY_PROPOSALS the deletion could not be proposed, because too many of the admin's proposals are open
   *   (APR-26)
   * @throws VALIDATION_FAILED the approval lacks a signature that the policy requires
   * @throws ALREADY_DECIDED the proposal is closed, or the policy has changed in the meantime
   * @throws PROPOSAL_OUTDATED the proposer may no longer delete users, or the account has changed since the proposal
   */
  protected override async handle(command: DeleteUserCommand): Promise<IdempotentResponse<void>> {
    const { userId, approval, context, idempotency } = command;
    if (approval === undefined) {
      await this.approvals.proposeRows('deletion', () => this.draftOf(command), { context, idempotency });
    }
    const isReplay = await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return true;
      // Locks the rows first and then the head of the log. Payments lock in the same order, so there is no deadlock.
      await this.approvals.lockOpen(manager, approval);
      const user = await this.users.lock(manager, userId);
      if (user.isAdmin || user.adminRole !== null) throw adminNotDeletedError();
      await this.personalData.erase(manager, user);
      await this.approvals.permitRows(manager, submit, { action: 'deletion', approval, context });
      await this.close(submit, command);
      // Erase the texts after closing: a closed account gets no new transactions, so no new texts can appear.
      await eraseTextsOfAccount(manager, userId);
      return false;
    });
    return new IdempotentResponse(undefined, isReplay);
  }

  /**
   * Drafts the proposal.
   * @throws NOT_FOUND the user does not exist
   * @throws FORBIDDEN the user is an admin
   */
  private async draftOf({ userId, expectedRevision }: DeleteUserCommand): Promise<ProposalDraft> {
    const user = await this.users.getById(userId);
    if (user.isAdmin || user.adminRole !== null) throw adminNotDeletedError();
    const { postedCents, version } = await this.balances.balanceOf(userId);
    const change = { action: 'deletion', subjectId: userId, amountCents: postedCents } as const;
    const request = { userId, expectedRevision: expectedRevision ?? version };
    return { change, customerId: userId, payload: { kind: 'rows', request } };
  }

  private async close(
    submit: SubmitWithRows,
    { userId, expectedRevision, approval, context }: DeleteUserCommand,
  ): Promise<void> {
    const expected = expectedRevision === undefined ? {} : { expectedVersion: expectedRevision };
    const close = { type: 'CloseAccount', accountId: userId, ...expected } as const;
    const closed = await submit({ command: close, context });
    const isChanged = !closed.ok && closed.refusal.code === 'ACCOUNT_CHANGED';
    if (approval && isChanged) throw new AppError('PROPOSAL_OUTDATED');
    receiptOrThrow(closed);
    const audit = {
      type: 'RecordAudit',
      stream: `user:${userId}`,
      event: { type: 'UserDeleted', payload: { userId } },
    } as const;
    receiptOrThrow(await submit({ command: audit, context }));
  }
}

function adminNotDeletedError(): AppError {
  return new AppError('FORBIDDEN', "Admins can't be deleted");
}
