import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { type GuardedAction, LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import { roleOf } from '../../identity/users/user.dto.js';
import { type UserEntity, UsersService } from '../../identity/users/users.service.js';
import { mayDecide } from './proposal-permissions.js';

/** The admins whose standing an approval depends on. */
export interface AdminsOfApproval {
  readonly proposalId: string;
  readonly action: GuardedAction;
  readonly proposedBy: string;
  readonly approvedBy: string;
}

const PROPOSER_CHANGED =
  "The role or access of the admin who proposed this has changed, so it can't be approved. Propose it again";

/** Checks that the proposer and the approver may both still make the change (APR-20). */
@Injectable()
export class AdminStanding {
  constructor(
    private readonly users: UsersService,
    private readonly ledger: LedgerApprovals,
  ) {}

  /**
   * Checks that both admins have a role that permits the change and are not frozen. For the proposer, this must have
   * held ever since the proposal. With a `manager`, both admins' rows stay locked until its transaction ends.
   *
   * @throws FORBIDDEN the approver may no longer make the change
   * @throws PROPOSAL_OUTDATED the proposer may no longer make the change
   */
  async require(
    { proposalId, action, proposedBy, approvedBy }: AdminsOfApproval,
    manager?: EntityManager,
  ): Promise<void> {
    const ids = [approvedBy, proposedBy];
    const admins = await (manager ? this.users.lockShared(manager, ids) : this.users.findByIds(ids));
    const isGood = (id: string): boolean =>
      admins.some((admin) => admin.id === id && isActive(admin) && mayDecide(roleOf(admin), action));
    if (!isGood(approvedBy)) throw new AppError('FORBIDDEN');
    const voided = await this.ledger.findVoid([proposalId], manager);
    if (!isGood(proposedBy) || voided.size > 0) {
      throw new AppError('PROPOSAL_OUTDATED', PROPOSER_CHANGED);
    }
  }
}

const isActive = ({ frozenAt }: UserEntity): boolean => frozenAt === null;
