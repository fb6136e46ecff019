import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sqlOfSource } from '../../platform/database/sql.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import {
  type ApprovalPolicy,
  formatPolicy,
  NO_APPROVALS,
  parsePolicy,
  STRICT_APPROVALS,
} from '../domain/approval-policy.js';
import type { ApplyGuarded, GuardedCommand, RecordAudit, UsedLimit } from '../domain/commands.js';
import { adminLimitStream, POLICY_STREAM, proposalStream } from '../domain/events.js';
import type { GuardedChange } from '../domain/guarded-action.js';
import { userIdOfActor } from '../projections/event-index-row.js';
import type { ParsedEvent } from '../queries/logged-event.js';
import { newestEvents } from '../queries/stream-events.js';
import { LedgerWriter } from '../writer/ledger-writer.service.js';
import type { CommandContext, Outcome, Submission } from '../writer/submission.js';

export {
  APPROVAL_RULES,
  type ApprovalPolicy,
  type ApprovalRule,
  formatPolicy,
  NO_APPROVALS,
  STRICT_APPROVALS,
} from '../domain/approval-policy.js';
export type { GuardedCommand } from '../domain/commands.js';
export { POLICY_STREAM, proposalStream };
export { GUARDED_ACTIONS, type GuardedAction, type GuardedChange } from '../domain/guarded-action.js';

/** How often a command is decided again because the admin's other commands used the limit in the meantime. */
const MAX_ATTEMPTS = 8;

/** It is made and then approved, rejected or withdrawn. */
const MAX_EVENTS_OF_PROPOSAL = 2;

/** The policy that the log has last, with the event that set it. */
export interface PolicyInForce {
  readonly policy: ApprovalPolicy;
  /** The version of its stream; 0 if the log has no policy. */
  readonly version: number;
  /** Null if the log has no policy. */
  readonly event: ParsedEvent | null;
}

/** An admin's submission that the policy can cover. */
export type GuardedSubmission = Submission & { readonly command: GuardedCommand };

/** A submission of an admin with the customer whom it concerns. */
export interface GuardedItem {
  readonly submission: GuardedSubmission;
  readonly customerId: string;
}

/** A proposal that a second admin has approved. */
export interface ApprovedProposal {
  readonly proposalId: string;
  readonly digest: string;
  readonly customerId: string;
  readonly change: GuardedChange;
}

/** Writes admins' commands under the approval policy, which is in the log like everything that it permits (APR-1). */
@Injectable()
export class LedgerApprovals {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: LedgerWriter,
    private readonly days: BankDays,
    @Inject(CONFIG) private readonly config: Pick<Config, 'isFirstPolicyStrict'>,
  ) {}

  /**
   * Returns the policy in force. A new bank starts with the configured one (APR-7): either every action is left
   * to one admin, or the strict policy is recorded now, before the first command under it.
   */
  async policy(): Promise<PolicyInForce> {
    let event = await this.lastOf(POLICY_STREAM);
    if (event === undefined && this.config.isFirstPolicyStrict) {
      await this.writer.submit(firstPolicy(STRICT_APPROVALS));
      event = await this.lastOf(POLICY_STREAM);
    }
    return event?.type === 'ApprovalPolicyChanged'
      ? { policy: parsePolicy(event.payload.policy), version: event.version, event }
      : { policy: NO_APPROVALS, version: 0, event: null };
  }

  /**
   * Submits an admin's command if the policy leaves it to one admin, and counts it toward their limit (APR-2). Otherwise
   * the outcome is the refusal `APPROVAL_REQUIRED` with the change to propose.
   */
  async submit(item: GuardedItem): Promise<Outcome> {
    const { submission } = item;
    for (let attempt = 1; ; attempt += 1) {
      const inForce = await this.policy();
      const limit = await this.limitOf(submission.context);
      const outcome = await this.writer.submit({ ...submission, command: guarded(item, inForce, limit) });
      const isStale = !outcome.ok && outcome.refusal.code === 'STREAM_CHANGED';
      if (!isStale || attempt === MAX_ATTEMPTS) return outcome;
    }
  }

  /**
   * Submits several commands of one admin, in order. Together if the policy leaves decisions on transactions to one admin;
   * else one by one, because each uses what the others leave of the limit.
   */
  async submitAll(items: readonly GuardedItem[]): Promise<Outcome[]> {
    const [first] = items;
    if (first === undefined) return [];
    const inForce = await this.policy();
    if (isOpen(inForce.policy)) {
      const limit = await this.limitOf(first.submission.context);
      return Promise.all(
        items.map((item) =>
          this.writer.submit({ ...item.submission, command: guarded(item, inForce, limit) }),
        ),
      );
    }
    const outcomes: Outcome[] = [];
    for (const item of items) outcomes.push(await this.submit(item));
    return outcomes;
  }

  /** Submits a proposed command together with its approval (APR-3). */
  submitApproved(
    { proposalId, digest, customerId: userId, change }: ApprovedProposal,
    submission: GuardedSubmission,
  ): Promise<Outcome> {
    const approval: RecordAudit = {
      type: 'RecordAudit',
      stream: proposalStream(proposalId),
      expectedVersion: 1,
      event: { type: 'ProposalApproved', payload: { userId, digest } },
    };
    const { command } = submission;
    return this.writer.submit({
      ...submission,
      command: { type: 'ApplyApproved', command, change, approval, unchanged: [] },
    });
  }

  /** Records that a proposal is closed without being carried out, if nobody has decided it yet. */
  recordClosed(
    { proposalId, customerId: userId }: Pick<ApprovedProposal, 'proposalId' | 'customerId'>,
    type: 'ProposalRejected' | 'ProposalWithdrawn',
    context: CommandContext,
  ): Promise<Outcome> {
    const event = { type, payload: { userId } } as const;
    const command = {
      type: 'RecordAudit',
      stream: proposalStream(proposalId),
      event,
      expectedVersion: 1,
    } as const;
    return this.writer.submit({ command, context });
  }

  /** Whether the log has the proposal with this digest and from this admin, so that its row was not changed since. */
  async isProposedInLog(proposalId: string, digest: string, adminId: string): Promise<boolean> {
    const events = await newestEvents(sqlOfSource(this.dataSource), [proposalStream(proposalId)], {
      limit: MAX_EVENTS_OF_PROPOSAL,
      exceptActor: '',
    });
    const made = events.find(({ version }) => version === 1);
    return (
      made?.type === 'ProposalMade' && made.payload.digest === digest && made.actor === `user:${adminId}`
    );
  }

  private async limitOf({ actor }: CommandContext): Promise<UsedLimit> {
    const stream = adminLimitStream(userIdOfActor(actor) ?? actor);
    const [bankDay, last] = [this.days.today(), await this.lastOf(stream)];
    if (last?.type !== 'AdminLimitUsed') return { stream, version: 0, bankDay, usedCents: 0 };
    // A clock that steps back must not start a second limit for an earlier day.
    const isSameDay = last.payload.bankDay >= bankDay;
    const usedCents = isSameDay ? Number(last.payload.usedCents) : 0;
    return { stream, version: last.version, bankDay: isSameDay ? last.payload.bankDay : bankDay, usedCents };
  }

  private async lastOf(stream: string): Promise<ParsedEvent | undefined> {
    const [last] = await newestEvents(sqlOfSource(this.dataSource), [stream], { limit: 1, exceptActor: '' });
    return last;
  }
}

function guarded(
  { submission, customerId }: GuardedItem,
  { policy, version }: PolicyInForce,
  limit: UsedLimit,
): ApplyGuarded {
  const unchanged = [{ stream: POLICY_STREAM, version }];
  return { type: 'ApplyGuarded', command: submission.command, customerId, policy, limit, unchanged };
}

/** Whether a policy leaves all decisions on transactions to one admin. */
function isOpen({ rules }: ApprovalPolicy): boolean {
  return rules.decision === 'alone' && rules.reversal === 'alone';
}

/** Of several processes at once, one records it; the others are refused and read it. */
function firstPolicy(policy: ApprovalPolicy): Submission {
  const event = { type: 'ApprovalPolicyChanged', payload: { policy: formatPolicy(policy) } } as const;
  return {
    command: { type: 'RecordAudit', stream: POLICY_STREAM, event, expectedVersion: 0 },
    context: { actor: 'system', correlationId: randomUUID() },
  };
}
