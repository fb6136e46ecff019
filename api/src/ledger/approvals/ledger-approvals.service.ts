import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { sqlOfManager, sqlOfSource, type Sql } from '../../platform/database/sql.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import {
  type ApprovalPolicy,
  formatPolicy,
  namedActions,
  NO_APPROVALS,
  parsePolicy,
  STRICT_APPROVALS,
} from '../domain/approval-policy.js';
import type {
  ApplyApproved,
  ApplyGuarded,
  GuardedCommand,
  RecordAudit,
  StreamVersion,
  UsedLimit,
} from '../domain/commands.js';
import {
  adminLimitStream,
  type PasskeySignature,
  POLICY_STREAM,
  proposalStream,
  userStream,
} from '../domain/events.js';
import { GUARDED_ACTIONS, type GuardedChange } from '../domain/guarded-action.js';
import { userIdOfActor } from '../log/event-index-row.js';
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
  parsePolicy,
  STRICT_APPROVALS,
} from '../domain/approval-policy.js';
export type { GuardedCommand, StreamVersion } from '../domain/commands.js';
export { signatureChallenge } from '../signing/passkey-signature.js';
export { POLICY_STREAM, proposalStream };
export {
  GUARDED_ACTIONS,
  type GuardedAction,
  type GuardedChange,
  ROW_ACTIONS,
} from '../domain/guarded-action.js';

/** Maximum attempts to write a command while the policy or the admin's limit keeps changing. */
const MAX_ATTEMPTS = 8;

/** Maximum number of events of one proposal: it is made, and then approved, rejected, withdrawn or closed. */
export const MAX_EVENTS_OF_PROPOSAL = 2;

/** The log's latest policy, with the event that set it. */
export interface PolicyInForce {
  readonly policy: ApprovalPolicy;
  /** The version of the policy's stream; 0 if the log has no policy. */
  readonly version: number;
  /** Null if the log has no policy. */
  readonly event: ParsedEvent | null;
}

/** An admin's submission that the policy can cover. */
export type GuardedSubmission = Submission & { readonly command: GuardedCommand };

type GuardedWrite = Submission & { readonly command: ApplyGuarded | ApplyApproved };

/** An admin's submission, with the customer it concerns. */
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
  /** The approver's signature; null if the policy in force does not require one (APR-30). */
  readonly signature: PasskeySignature | null;
}

type ProposalFacts = Omit<ApprovedProposal, 'change' | 'signature'>;

/**
 * How a proposal ends without being carried out. The bank closes it if its proposer no longer meets the requirements
 * (APR-20).
 */
export type ProposalOutcome =
  | { readonly type: 'ProposalRejected' | 'ProposalWithdrawn' }
  | { readonly type: 'ProposalClosed'; readonly reason: ClosingReason };

/** Why the bank closed an admin's open proposals. */
export const CLOSING_REASONS = ['role_changed', 'account_frozen'] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];

// The events that void an admin's earlier proposals (APR-20). Backfilled events (LED-61) only record roles that
// admins already had, so they void nothing.
const SELECT_VOID = `
  select made.stream, case ended.type when 'AccountFrozen' then 'account_frozen' else 'role_changed' end as reason
  from unnest($1::text[]) as open (stream)
    join ledger_event made on made.stream = open.stream and made.version = 1
    cross join lateral (
      select e.type from ledger_event e
      where e.stream = made.actor and e.position > made.position
        and e.type in ('AdminRoleGranted', 'AdminRoleRevoked', 'AdminDisabled', 'AccountFrozen')
        and strpos(e.payload, '"origin":"backfill"') = 0
      order by e.version limit 1
    ) ended`;

const SELECT_KEY = `select position from ledger_event
  where stream = $1 and type = 'FactorAdded' and strpos(payload, $2) > 0 limit 1`;

/**
 * A transaction that changes table rows under the policy holds this lock, so that the policy cannot change meanwhile.
 */
const POLICY_LOCK = "hashtextextended('approval-policy', 0)";

/**
 * Writes admins' commands under the approval policy. The policy is in the log, and so is every change that it permits
 * (APR-1).
 */
@Injectable()
export class LedgerApprovals {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: LedgerWriter,
    private readonly days: BankDays,
    @Inject(CONFIG) private readonly config: Pick<Config, 'isFirstPolicyStrict'>,
  ) {}

  /**
   * Returns the policy in force. If the log has no policy yet, the settings decide (APR-7): either one admin may do
   * everything alone, or this method first records the strict policy. A policy from an earlier release can lack newer
   * actions. This method then records it again with all actions, so the log shows from which event on the new ones are
   * guarded (APR-24).
   */
  async policy(): Promise<PolicyInForce> {
    const event = await this.lastEvent(POLICY_STREAM);
    const stated = this.toState(event);
    if (stated === null) return policyIn(event);
    await this.writer.submit(stated);
    return policyIn(await this.lastEvent(POLICY_STREAM));
  }

  /**
   * Returns the origin at which passkeys sign approvals, according to the log; null if approvals need no signature
   * (APR-30).
   */
  async signingOrigin(): Promise<string | null> {
    return policyIn(await this.lastEvent(POLICY_STREAM)).policy.signatures;
  }

  /**
   * Records the current policy again, now with the origin at which passkeys sign approvals. From this event on,
   * approvals need signatures (APR-30). Does nothing if approvals already need signatures.
   */
  async requireSignatures(signatures: string): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { policy, version } = await this.policy();
      if (policy.signatures !== null) return;
      await this.writePolicy(statedPolicy(formatPolicy({ ...policy, signatures }), version));
    }
    throw new Error('the approval policy keeps changing');
  }

  /** Whether the log records the public key of a user's passkey. */
  async hasKey(userId: string, credentialId: string): Promise<boolean> {
    const rows = await sqlOfSource(this.dataSource).query(SELECT_KEY, [
      userStream(userId),
      `"${credentialId}"`,
    ]);
    return rows.length > 0;
  }

  /**
   * Submits an admin's command if the policy lets one admin do it alone (APR-2). If a daily limit applies, the command
   * is counted toward it. If the command requires a second admin, the outcome is the refusal `APPROVAL_REQUIRED`, with
   * the change to propose.
   */
  async submit(item: GuardedItem): Promise<Outcome> {
    const { submission } = item;
    for (let attempt = 1; ; attempt += 1) {
      const inForce = await this.policy();
      const limit = await this.usedLimit(submission.context);
      const outcome = await this.write({ ...submission, command: guarded(item, inForce, limit) });
      const isStale = !outcome.ok && outcome.refusal.code === 'STREAM_CHANGED';
      if (!isStale || attempt === MAX_ATTEMPTS) return outcome;
    }
  }

  /**
   * Submits one admin's commands in order. If the policy lets one admin make all decisions on transactions alone, the
   * commands are submitted together. Otherwise they are submitted one by one, because each can use up part of the
   * admin's limit.
   */
  async submitAll(items: readonly GuardedItem[]): Promise<Outcome[]> {
    const [first] = items;
    if (first === undefined) return [];
    const inForce = await this.policy();
    if (isOpen(inForce.policy)) {
      const limit = await this.usedLimit(first.submission.context);
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

  /**
   * Submits a proposed command together with its approval (APR-3). The command is refused if a stream in `unchanged` no
   * longer has the given version.
   */
  submitApproved(
    proposal: ApprovedProposal,
    submission: GuardedSubmission,
    unchanged: readonly StreamVersion[],
  ): Promise<Outcome> {
    const { command } = submission;
    const { change } = proposal;
    const approval = approvalEvent(proposal);
    return this.write({
      ...submission,
      command: { type: 'ApplyApproved', command, change, approval, unchanged },
    });
  }

  /**
   * Returns the policy for a change to table rows in the caller's transaction. The policy stays in force until that
   * transaction has committed. Call this method before the transaction submits anything.
   */
  async policyFor(manager: EntityManager): Promise<ApprovalPolicy> {
    await manager.query(`select pg_advisory_xact_lock_shared(${POLICY_LOCK})`);
    return policyIn(await this.lastEvent(POLICY_STREAM, sqlOfManager(manager))).policy;
  }

  /** Returns the version of a stream; 0 if it has no events. */
  async versionOf(stream: string): Promise<number> {
    return (await this.lastEvent(stream))?.version ?? 0;
  }

  /** Whether the log has this proposal with this digest, admin and customer. If not, the proposal's row was changed. */
  async isProposedInLog(
    { proposalId, digest, customerId }: ProposalFacts,
    adminId: string,
  ): Promise<boolean> {
    const events = await newestEvents(sqlOfSource(this.dataSource), [proposalStream(proposalId)], {
      limit: MAX_EVENTS_OF_PROPOSAL,
      exceptActor: '',
    });
    const made = events.find(({ version }) => version === 1);
    return (
      made?.type === 'ProposalMade' &&
      made.payload.digest === digest &&
      made.payload.userId === customerId &&
      made.actor === `user:${adminId}`
    );
  }

  /**
   * Returns the ids of the void proposals among the given ones, each with the reason: the proposer's role has since
   * changed, or the proposer's account has since been frozen.
   */
  async findVoid(
    proposalIds: readonly string[],
    manager?: EntityManager,
  ): Promise<Map<string, ClosingReason>> {
    if (proposalIds.length === 0) return new Map();
    const sql = manager === undefined ? sqlOfSource(this.dataSource) : sqlOfManager(manager);
    const rows = await sql.query<{ stream: string; reason: ClosingReason }>(SELECT_VOID, [
      proposalIds.map(proposalStream),
    ]);
    return new Map(rows.map(({ stream, reason }) => [stream.slice(proposalStream('').length), reason]));
  }

  /** Returns the event that decided a proposal, or null. */
  async findDecision(proposalId: string): Promise<ParsedEvent | null> {
    const last = await this.lastEvent(proposalStream(proposalId));
    return last === undefined || last.version === 1 ? null : last;
  }

  /**
   * Submits a proposal's recorded approval again, with a request's idempotency key. If the approval was recorded with
   * this key, the outcome is a replay. If not, the approval is refused, because the proposal is already decided.
   */
  repeatApproval(
    proposal: ProposalFacts,
    { context, idempotency }: Pick<Submission, 'context'> & Required<Pick<Submission, 'idempotency'>>,
  ): Promise<Outcome> {
    return this.writer.submit({
      command: approvalEvent({ ...proposal, signature: null }),
      context,
      idempotency,
    });
  }

  /** Returns the submission that records the policy, or null if there is nothing to record. */
  private toState(event: ParsedEvent | undefined): Submission | null {
    if (event === undefined) {
      return this.config.isFirstPolicyStrict ? statedPolicy(formatPolicy(STRICT_APPROVALS), 0) : null;
    }
    if (event.type !== 'ApprovalPolicyChanged') return null;
    const text = formatPolicy(parsePolicy(event.payload.policy));
    const isComplete = namedActions(event.payload.policy).length === GUARDED_ACTIONS.length;
    return isComplete ? null : statedPolicy(text, event.version);
  }

  private write(submission: GuardedWrite): Promise<Outcome> {
    const { command } = submission.command;
    const isPolicy = command.type === 'RecordAudit' && command.stream === POLICY_STREAM;
    return isPolicy ? this.writePolicy(submission) : this.writer.submit(submission);
  }

  private writePolicy(submission: Submission): Promise<Outcome> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`select pg_advisory_xact_lock(${POLICY_LOCK})`);
      return this.writer.submit(submission);
    });
  }

  private async usedLimit({ actor }: CommandContext): Promise<UsedLimit> {
    const stream = adminLimitStream(userIdOfActor(actor) ?? actor);
    const [bankDay, last] = [this.days.today(), await this.lastEvent(stream)];
    if (last?.type !== 'AdminLimitUsed') return { stream, version: 0, bankDay, usedCents: 0 };
    // A clock that steps back must not start a second limit for an earlier day.
    const isSameDay = last.payload.bankDay >= bankDay;
    const usedCents = isSameDay ? Number(last.payload.usedCents) : 0;
    return { stream, version: last.version, bankDay: isSameDay ? last.payload.bankDay : bankDay, usedCents };
  }

  private async lastEvent(
    stream: string,
    sql: Sql = sqlOfSource(this.dataSource),
  ): Promise<ParsedEvent | undefined> {
    const [last] = await newestEvents(sql, [stream], { limit: 1, exceptActor: '' });
    return last;
  }
}

/** The policy set by the newest event of its stream. */
function policyIn(event: ParsedEvent | undefined): PolicyInForce {
  return event?.type === 'ApprovalPolicyChanged'
    ? { policy: parsePolicy(event.payload.policy), version: event.version, event }
    : { policy: NO_APPROVALS, version: 0, event: null };
}

function guarded(
  { submission, customerId }: GuardedItem,
  { policy, version }: PolicyInForce,
  limit: UsedLimit,
): ApplyGuarded {
  const unchanged = [{ stream: POLICY_STREAM, version }];
  return { type: 'ApplyGuarded', command: submission.command, customerId, policy, limit, unchanged };
}

/** The command that records an approval. It is refused if the proposal is already decided. */
function approvalEvent({
  proposalId,
  digest,
  customerId: userId,
  signature,
}: Omit<ApprovedProposal, 'change'>): RecordAudit {
  return {
    type: 'RecordAudit',
    stream: proposalStream(proposalId),
    expectedVersion: 1,
    event: { type: 'ProposalApproved', payload: { userId, digest, signature } },
  };
}

/** The event that ends a proposal about a customer without carrying it out. */
export function closingEvent(outcome: ProposalOutcome, userId: string): RecordAudit['event'] {
  return outcome.type === 'ProposalClosed'
    ? { type: outcome.type, payload: { userId, reason: outcome.reason } }
    : { type: outcome.type, payload: { userId } };
}

/** Whether a policy lets one admin make all decisions on transactions alone. */
function isOpen({ rules }: ApprovalPolicy): boolean {
  return rules.decision === 'alone' && rules.reversal === 'alone';
}

/**
 * Builds the submission that records a policy. If several processes submit a policy at once, only one submission is
 * accepted, and the other processes then read the policy that it recorded.
 */
function statedPolicy(policy: string, expectedVersion: number): Submission {
  const event = { type: 'ApprovalPolicyChanged', payload: { policy } } as const;
  return {
    command: { type: 'RecordAudit', stream: POLICY_STREAM, event, expectedVersion },
    context: { actor: 'system', correlationId: randomUUID() },
  };
}
