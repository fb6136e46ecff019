import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { ApprovedCommands } from '../approvals/approved-commands.service.js';
import { GuardedCommands } from '../approvals/guarded-commands.service.js';
import type { ProposalDraft } from '../approvals/proposals.service.js';
import { FactorAccess } from '../../identity/factors/factor-access.service.js';
import { SessionsService } from '../../identity/sessions/sessions.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { SubmitWithRows } from '../../ledger/writer/submission.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { type UserEntity, UsersService } from '../../identity/users/users.service.js';
import { ChangeRoleCommand, type RequestedRoleChange, type RoleState } from './change-role.command.js';
import { StoredGrant, StoredRemoval, StoredRoleChange, StoredState } from './stored-role-change.dto.js';
import { recordRoleChange, type RoleChange } from './record-role-change.js';
import { TeamMail } from './team-mail.service.js';

/**
 * Changes the user's row, ends the user's sessions, queues the emails to the owners and records the event, all in one
 * transaction.
 */
@CommandHandler(ChangeRoleCommand)
export class ChangeRoleHandler
  extends AdminCommandHandler<ChangeRoleCommand>
  implements ICommandHandler<ChangeRoleCommand>
{
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mail: TeamMail,
    private readonly approvals: GuardedCommands,
    private readonly factors: FactorAccess,
    approved: ApprovedCommands,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    super();
    approved.register('role', async ({ subjectId, request, approval, context, idempotency }) => {
      const { decision, before } = await approved.parse(StoredRoleChange, request);
      const requested = await (decision['kind'] === 'granted'
        ? approved.parse(StoredGrant, decision)
        : approved.parse(StoredRemoval, decision));
      const basedOn = before === undefined ? {} : { before: await approved.parse(StoredState, before) };
      return new ChangeRoleCommand(subjectId, { ...requested, ...basedOn }, context, idempotency, approval);
    });
  }

  protected override targetOf({ userId }: ChangeRoleCommand): CommandTarget {
    return { customerId: userId };
  }

  /**
   * @throws NOT_FOUND the user does not exist or is deleted
   * @throws FORBIDDEN the actor is no longer an owner
   * @throws CONFLICT the member's state does not allow this change
   * @throws APPROVAL_REQUIRED the policy requires a second owner; the change was proposed instead
   * @throws TOO_MANY_PROPOSALS the change could not be proposed, because too many of the owner's proposals are open
   *   (APR-26)
   * @throws VALIDATION_FAILED the approval lacks a signature that the policy requires
   * @throws ALREADY_DECIDED the proposal is closed, or the policy has changed in the meantime
   * @throws PROPOSAL_OUTDATED the proposer may no longer make the change, or the member's role is no longer the one
   *   that the proposal is based on
   */
  protected override async handle(command: ChangeRoleCommand): Promise<IdempotentResponse<void>> {
    const { context, idempotency, approval } = command;
    if (approval === undefined) {
      await this.approvals.proposeRows('role', () => this.draftOf(command), { context, idempotency });
    }
    const isReplay = await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return true;
      await this.change(manager, submit, command);
      return false;
    });
    return new IdempotentResponse(undefined, isReplay);
  }

  /** Drafts the proposal. @throws NOT_FOUND or CONFLICT the change would be refused now */
  private async draftOf({ userId, change }: ChangeRoleCommand): Promise<ProposalDraft> {
    const member = await this.users.getById(userId);
    roleChangeOf(member, change);
    if (givesPower(change)) await this.factors.assertMayBecomeAdmin(userId);
    const before: RoleState = { isAdmin: member.isAdmin, adminRole: member.adminRole };
    const guarded = { action: 'role', subjectId: userId, amountCents: 0 } as const;
    const payload = { kind: 'rows', request: { decision: change, before } } as const;
    return { change: guarded, customerId: userId, payload };
  }

  private async change(
    manager: EntityManager,
    submit: SubmitWithRows,
    { userId, change: { before, ...requested }, context, approval }: ChangeRoleCommand,
  ): Promise<void> {
    const team = await this.users.lockTeam(manager);
    const owners = team.filter(({ isAdmin, adminRole }) => isAdmin && adminRole === 'owner');
    const actor = owners.find(({ id }) => context.actor === `user:${id}`);
    // If two owners revoke each other's role, the later request is refused here, because its sender is no longer an
    // owner. So one owner always remains (SEC-43).
    if (actor === undefined) throw new AppError('FORBIDDEN');
    const proposedBy = await this.approvals.permitRows(manager, submit, {
      action: 'role',
      approval,
      context,
    });
    const proposer = owners.find(({ id }) => id === proposedBy) ?? null;
    const member = await this.users.lock(manager, userId);
    if (before !== undefined && !isSameState(member, before)) throw new AppError('PROPOSAL_OUTDATED');
    const change = { ...roleChangeOf(member, requested), changedAt: this.now() };
    if (givesPower(change)) await this.factors.assertMayBecomeAdmin(userId, manager);
    await this.users.setRole(manager, userId, stateAfter(change));
    await this.sessions.endAllOf(manager, userId);
    await this.mail.notify(manager, owners, { change, actor, member, proposer });
    await recordRoleChange(manager, submit, change, context);
  }
}

const givesPower = ({ kind }: Pick<RoleChange, 'kind'>): boolean => kind === 'granted' || kind === 'enabled';

const isSameState = (one: RoleState, other: RoleState): boolean =>
  one.isAdmin === other.isAdmin && one.adminRole === other.adminRole;

/** @throws CONFLICT the member's state does not allow this change */
function roleChangeOf(
  { id: userId, isAdmin, adminRole, isEmailVerified }: UserEntity,
  requested: RequestedRoleChange,
): Omit<RoleChange, 'changedAt'> {
  if (requested.kind === 'granted') {
    if (!isEmailVerified) throw new AppError('CONFLICT', "This user hasn't verified their email address");
    if (!isAdmin && adminRole !== null) {
      throw new AppError('CONFLICT', "This admin's access is disabled. Restore it first");
    }
    if (adminRole === requested.role) throw new AppError('CONFLICT', 'This admin already has this role');
    return { userId, ...requested };
  }
  if (adminRole === null) throw new AppError('CONFLICT', 'This user has no role');
  if (requested.kind === 'disabled' && !isAdmin)
    throw new AppError('CONFLICT', "This admin's access is already disabled");
  if (requested.kind === 'enabled' && isAdmin)
    throw new AppError('CONFLICT', "This admin's access isn't disabled");
  return { userId, ...requested, role: adminRole };
}

/** Returns the state after a change. A disabled admin keeps the role but is not an admin until enabled. */
function stateAfter({
  kind,
  role,
}: Pick<RoleChange, 'kind' | 'role'>): Pick<UserEntity, 'isAdmin' | 'adminRole'> {
  switch (kind) {
    case 'granted':
    case 'enabled':
      return { isAdmin: true, adminRole: role };
    case 'disabled':
      return { isAdmin: false, adminRole: role };
    case 'revoked':
      return { isAdmin: false, adminRole: null };
  }
}
