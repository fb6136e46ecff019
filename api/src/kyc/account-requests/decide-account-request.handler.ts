import { randomInt } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type EntityManager } from 'typeorm';
import {
  DEFAULT_ROUTING_NUMBER,
  FIRST_ACCOUNT_NUMBER,
  LAST_ACCOUNT_NUMBER,
} from '@moniker/common/account-numbers.js';
import { ApprovedCommands } from '../../admin/approvals/approved-commands.service.js';
import { GuardedCommands } from '../../admin/approvals/guarded-commands.service.js';
import { adminIdOf, type ProposalDraft } from '../../admin/approvals/proposals.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { alreadyDecidedError, newerApplicationError } from '../../http/already-decided-error.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { newSalt } from '../../ledger/texts/transaction-texts.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { SubmitWithRows } from '../../ledger/writer/submission.js';
import { violatedUniqueConstraint } from '../../platform/database/query-errors.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { parseBankTime } from '../../platform/time/bank-day.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { UsersService } from '../../identity/users/users.service.js';
import { UpdateAccountRequestBody } from './account-request.dto.js';
import { numbersAudit, type NumbersEventType } from './account-numbers.js';
import { AccountRequestEntity } from './account-request.entity.js';
import { DecideAccountRequestCommand } from './decide-account-request.command.js';

/**
 * Maximum number of attempts to generate an unused account number. With 900 million candidates, even a second attempt
 * is unlikely.
 */
const MAX_NUMBER_ATTEMPTS = 5;

/** An account request as it was when the decision arrived. */
interface DecisionTarget extends CommandTarget {
  readonly revision: number;
  readonly status: string;
}

/** Changes the request's row and records the events in one transaction (ACC-6). */
@CommandHandler(DecideAccountRequestCommand)
export class DecideAccountRequestHandler
  extends AdminCommandHandler<DecideAccountRequestCommand, DecisionTarget>
  implements ICommandHandler<DecideAccountRequestCommand>
{
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    private readonly users: UsersService,
    private readonly approvals: GuardedCommands,
    approved: ApprovedCommands,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
    for (const action of ['account_number', 'account_number_removal'] as const) {
      approved.register(action, async ({ subjectId, request, approval, context, idempotency }) => {
        const decision = await approved.parse(UpdateAccountRequestBody, request['decision']);
        const adminId = adminIdOf(context);
        return new DecideAccountRequestCommand(subjectId, decision, adminId, context, idempotency, approval);
      });
    }
  }

  protected override async targetOf({ requestId }: DecideAccountRequestCommand): Promise<DecisionTarget> {
    const request = await this.dataSource.manager.findOneBy(AccountRequestEntity, { id: requestId });
    if (request === null) throw new AppError('NOT_FOUND');
    const { userId: customerId, revision, status } = request;
    return { customerId, revision, status };
  }

  /**
   * @throws NOT_FOUND the customer is deleted
   * @throws APPROVAL_REQUIRED the policy requires a second admin; the decision was proposed
   * @throws TOO_MANY_PROPOSALS the decision could not be proposed, because too many of the admin's proposals are open
   * (APR-26)
   * @throws VALIDATION_FAILED the approval lacks a signature that the policy requires
   * @throws FORBIDDEN the approver may no longer decide on account requests
   * @throws PROPOSAL_OUTDATED the proposer may no longer decide on account requests
   * @throws ACCOUNT_NUMBER_TAKEN the given account number is in use (ACC-5)
   * @throws ACCOUNT_NUMBER_ASSIGNED the request is already approved, and the decision names other numbers (ACC-14)
   * @throws KYC_NOT_APPROVED the customer's identity check is not approved (ACC-15)
   * @throws ALREADY_DECIDED the request's revision is not `expectedRevision`, which defaults to the revision when the
   * decision arrived (ADM-41)
   * @throws ALREADY_DECIDED the proposal is closed, or the approval policy has changed in the meantime
   * @throws CONFLICT the customer has submitted a newer request
   */
  protected override async handle(
    command: DecideAccountRequestCommand,
    target: DecisionTarget,
  ): Promise<IdempotentResponse<void>> {
    const { decision, approval, context, idempotency } = command;
    const action = guardedActionOf(target, decision);
    if (approval === undefined && action !== null) {
      const draft = () => this.draftOf(command, target, action);
      await this.approvals.proposeRows(action, draft, { context, idempotency });
    }
    const isGenerated = !command.decision.accountNumber;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const isReplay = await this.ledger.transaction((manager, submit) =>
          this.decideOnce(manager, submit, command, target),
        );
        return new IdempotentResponse(undefined, isReplay);
      } catch (error) {
        if (violatedUniqueConstraint(error) === null) throw error;
        if (!isGenerated || attempt >= MAX_NUMBER_ATTEMPTS) {
          throw new AppError('ACCOUNT_NUMBER_TAKEN', undefined, { fields: ['accountNumber'] });
        }
      }
    }
  }

  /**
   * Returns the proposal for a decision that requires a second admin.
   *
   * @throws ALREADY_DECIDED or CONFLICT the decision itself would be refused with this error
   */
  private async draftOf(
    { requestId, decision }: DecideAccountRequestCommand,
    { customerId, revision }: DecisionTarget,
    action: NumberAction,
  ): Promise<ProposalDraft> {
    const expectedRevision = decision.expectedRevision ?? revision;
    const { accountNumber } = await this.findDecidable(this.dataSource.manager, requestId, expectedRevision);
    const change = { action, subjectId: requestId, amountCents: 0 } as const;
    const request = { requestId, decision: { ...decision, expectedRevision } };
    const isRemoval = action === 'account_number_removal' && accountNumber !== null;
    const details = isRemoval ? [{ label: 'Current account number', value: accountNumber }] : [];
    return { change, customerId, payload: { kind: 'rows', request }, details };
  }

  /**
   * @throws ALREADY_DECIDED the request's revision has changed
   * @throws CONFLICT the customer has submitted a newer request
   */
  private async findDecidable(
    manager: EntityManager,
    id: string,
    expectedRevision: number,
  ): Promise<AccountRequestEntity> {
    const request = await manager.findOneByOrFail(AccountRequestEntity, { id });
    if (request.revision !== expectedRevision) throw await this.alreadyDecided(request);
    const newest = await manager.findOneOrFail(AccountRequestEntity, {
      where: { userId: request.userId },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    if (newest.id !== id) throw newerApplicationError();
    return request;
  }

  /**
   * Makes the decision and returns false. If an earlier call with the same idempotency key made the decision, only
   * returns true.
   */
  private async decideOnce(
    manager: EntityManager,
    submit: SubmitWithRows,
    command: DecideAccountRequestCommand,
    target: DecisionTarget,
  ): Promise<boolean> {
    if (await this.keys.isRepeated(manager, command.context, command.idempotency)) return true;
    await this.decide(manager, submit, command, target);
    return false;
  }

  private async decide(
    manager: EntityManager,
    submit: SubmitWithRows,
    { requestId: id, decision, adminId, context, approval }: DecideAccountRequestCommand,
    { customerId, revision }: DecisionTarget,
  ): Promise<void> {
    await this.users.lock(manager, customerId);
    const request = await this.findDecidable(manager, id, decision.expectedRevision ?? revision);
    const isDecision = request.status !== decision.status;
    let numbersEvent: NumbersEventType | null = null;
    const action = guardedActionOf(request, decision);
    if (action !== null) await this.approvals.permitRows(manager, submit, { action, approval, context });
    if (decision.status === 'approved' && isDecision) {
      if (this.config.isKycRequiredBeforeAccount) await assertIdentityApproved(manager, customerId);
      numbersEvent = this.assignNumbers(request, decision);
    } else if (decision.status === 'approved') {
      assertSameNumbers(request, decision);
    }
    request.revision += 1;
    if (isDecision) {
      request.decidedBy = adminId;
      request.decidedAt = this.now();
    }
    request.status = decision.status;
    if (decision.statusMessage !== undefined) request.statusMessage = decision.statusMessage || null;
    if (decision.adminNotes !== undefined) request.adminNotes = decision.adminNotes || null;
    await manager.save(request);
    if (numbersEvent !== null) {
      receiptOrThrow(
        await submit(numbersAudit(request, { type: numbersEvent, origin: 'decision' }, context)),
      );
    }
    if (isDecision) {
      const payload = { accountRequestId: id, userId: request.userId, status: request.status };
      const outcome = await submit({
        command: {
          type: 'RecordAudit',
          stream: `account-request:${id}`,
          event: { type: 'AccountRequestDecided', payload },
        },
        context,
      });
      receiptOrThrow(outcome);
    }
  }

  private async alreadyDecided({ status, decidedBy, decidedAt }: AccountRequestEntity): Promise<AppError> {
    const admin = decidedBy === null ? null : await this.users.findById(decidedBy);
    return alreadyDecidedError({ what: 'This account request', status, by: admin, at: decidedAt });
  }

  /**
   * Sets the numbers and the approval time of a request that is being approved. Returns the type of the event that
   * records the numbers, or null if they are already recorded.
   */
  private assignNumbers(
    request: AccountRequestEntity,
    decision: UpdateAccountRequestBody,
  ): NumbersEventType | null {
    const { accountNumber, routingNumber, numberSalt } = request;
    request.accountNumber =
      decision.accountNumber ||
      accountNumber ||
      String(randomInt(FIRST_ACCOUNT_NUMBER, LAST_ACCOUNT_NUMBER + 1));
    request.routingNumber = decision.routingNumber || routingNumber || DEFAULT_ROUTING_NUMBER;
    request.approvedAt = decision.approvedAt
      ? parseBankTime(decision.approvedAt, this.config.bankTimeZone)
      : (request.approvedAt ?? this.now());
    const isSame = request.accountNumber === accountNumber && request.routingNumber === routingNumber;
    if (isSame && numberSalt !== null) return null;
    request.numberSalt = newSalt();
    return numberSalt === null ? 'AccountNumberAssigned' : 'AccountNumberChanged';
  }
}

type NumberAction = 'account_number' | 'account_number_removal';

/** What a decision does to the customer's account number: assigns one, removes it, or neither (APR-1). */
function guardedActionOf(
  before: { readonly status: string },
  { status }: UpdateAccountRequestBody,
): NumberAction | null {
  if (status === before.status) return null;
  if (status === 'approved') return 'account_number';
  return before.status === 'approved' ? 'account_number_removal' : null;
}

/** @throws KYC_NOT_APPROVED unless the customer's newest identity check is approved (ACC-15) */
async function assertIdentityApproved(manager: EntityManager, userId: string): Promise<void> {
  const [kyc] = await manager.query<{ status: string }[]>(
    'select status from kyc_application where user_id = $1 order by created_at desc, id desc limit 1',
    [userId],
  );
  if (kyc?.status !== 'approved') throw new AppError('KYC_NOT_APPROVED');
}

/**
 * Refuses new numbers for an approved account: they change only with a decision, which is recorded and emailed
 * (ACC-14).
 *
 * @throws ACCOUNT_NUMBER_ASSIGNED the body has other numbers
 */
function assertSameNumbers(request: AccountRequestEntity, decision: UpdateAccountRequestBody): void {
  const changed = (['accountNumber', 'routingNumber'] as const).filter(
    (field) => decision[field] && decision[field] !== request[field],
  );
  if (changed.length > 0) throw new AppError('ACCOUNT_NUMBER_ASSIGNED', undefined, { fields: changed });
}
