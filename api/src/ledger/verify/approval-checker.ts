import {
  type ApprovalPolicy,
  formatPolicy,
  namedActions,
  NO_APPROVALS,
  originOfSignatures,
  parsePolicy,
} from '../domain/approval-policy.js';
import { adminLimitStream, guardedChangeOf, type LedgerEvent, POLICY_STREAM } from '../domain/events.js';
import { type GuardedAction, type GuardedChange, isSameChange } from '../domain/guarded-action.js';
import type { RequestedEvent } from './guarded-events.js';

interface Proposal {
  readonly change: GuardedChange;
  readonly digest: string;
  readonly proposer: string;
  /** Whether the proposer's role has since changed, or their account has been frozen. */
  isVoid: boolean;
}

/**
 * Why the policy permitted a change: one admin may make it alone, or within a daily limit, or a proposal was
 * approved.
 */
export type PermitBasis =
  | { readonly kind: 'alone' | 'limit' }
  | { readonly kind: 'approval'; readonly proposal: string; readonly proposer: string };

/** A permit that the policy gave to an admin's request. */
interface Permit {
  readonly actor: string;
  readonly correlationId: string;
  readonly change: GuardedChange;
  readonly basis: PermitBasis;
}

/** A guarded change and what permitted it; `basis` is null if nothing did. */
export interface JudgedChange {
  readonly change: GuardedChange;
  readonly basis: PermitBasis | null;
}

interface UsedLimit {
  readonly bankDay: string;
  readonly usedCents: number;
}

type EventOf<Type extends LedgerEvent['type']> = Extract<RequestedEvent, { readonly type: Type }>;

/** An event that violates the approval policy. */
export interface ApprovalViolation {
  readonly position: number;
  readonly message: string;
}

/** The bank's own programs, such as the operator's command line. They set the first policy and the first owners. */
const OPERATOR = 'system';

const ROLE_GIVEN: ReadonlySet<string> = new Set<LedgerEvent['type']>(['AdminRoleGranted', 'AdminEnabled']);
const ROLE_TAKEN: ReadonlySet<string> = new Set<LedgerEvent['type']>(['AdminRoleRevoked', 'AdminDisabled']);

/** The events that void all earlier proposals by the admin they concern (APR-20). */
const STANDING_ENDED: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  ...(['AdminRoleGranted', 'AdminRoleRevoked', 'AdminDisabled', 'AccountFrozen'] as const),
]);

/**
 * The actions that policies covered in the first release. Any other action is guarded only once a policy names it, so
 * that older logs stay valid (APR-24).
 */
const FIRST_ACTIONS: readonly GuardedAction[] = [
  ...(['credit', 'incoming_payment', 'balance_edit', 'decision', 'reversal'] as const),
  ...(['deletion', 'account_number', 'role', 'policy'] as const),
];

/** Once a policy has named this action, approvals also need admins in good standing (APR-21). */
const STANDING_MARK: GuardedAction = 'shown_date';

/** The events that end a proposal without an approval. */
export const CLOSING: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  ...(['ProposalRejected', 'ProposalWithdrawn', 'ProposalClosed'] as const),
]);

const NOT_PERMITTED = 'the approval policy in force requires a second admin, and the log has no approval';

/**
 * Replays policies, proposals and limits together with the changes that they guard (APR-6). A change made by `decide`
 * follows its permit in the same request; a change that bypassed `decide` has no permit.
 */
export class ApprovalChecker {
  private policy: ApprovalPolicy = NO_APPROVALS;
  /** By stream. */
  private readonly open = new Map<string, Proposal>();
  private readonly limits = new Map<string, UsedLimit>();
  /** The actors who are admins. */
  private readonly admins = new Set<string>();
  /** The actors whose accounts are frozen. */
  private readonly frozen = new Set<string>();
  /** The account requests that have an account number. */
  private readonly numbered = new Set<string>();
  private readonly guarded = new Set<GuardedAction>(FIRST_ACTIONS);
  private permit: Permit | null = null;
  /**
   * The most recently used permit. If its basis is an approval, the permit also covers a change of the shown date of
   * the same transaction in the same request.
   */
  private used: Permit | null = null;
  private judged: JudgedChange | null = null;
  /** The holds that a request released. They need no permit of their own if the request closes their account. */
  private readonly releases: { readonly event: RequestedEvent; readonly accountId: string }[] = [];

  /**
   * Returns the event's violation, if any. The event can also show that earlier holds were released without a permit.
   * The violations for those releases come first.
   */
  check(event: RequestedEvent): ApprovalViolation[] {
    this.judged = null;
    const unexplained = this.endOfReleases(event);
    const message = this.eventProblem(event);
    return message === null ? unexplained : [...unexplained, { position: event.position, message }];
  }

  /** The judged change in the last checked event; null if it has none. */
  get lastChange(): JudgedChange | null {
    return this.judged;
  }

  /** Returns the violations that only the end of the log shows. Call it after the last event. */
  finish(): ApprovalViolation[] {
    return this.releases.splice(0).map(({ event: { position } }) => ({ position, message: NOT_PERMITTED }));
  }

  private eventProblem(event: RequestedEvent): string | null {
    if (event.type === 'AdminLimitUsed') return this.useLimit(event);
    if (event.type === 'ProposalMade') return this.propose(event);
    if (event.type === 'ProposalApproved') return this.approve(event);
    if (event.type === 'ApprovalPolicyChanged') return this.changePolicy(event);
    if (CLOSING.has(event.type)) this.open.delete(event.stream);
    const problem = this.change(event);
    this.followStanding(event);
    this.followNumber(event);
    return problem;
  }

  private followStanding({ type, payload }: RequestedEvent): void {
    if (!('userId' in payload)) return;
    const user = `user:${payload.userId}`;
    if (ROLE_GIVEN.has(type)) this.admins.add(user);
    if (ROLE_TAKEN.has(type)) this.admins.delete(user);
    if (type === 'AccountFrozen') this.frozen.add(user);
    if (type === 'AccountUnfrozen') this.frozen.delete(user);
    if (!STANDING_ENDED.has(type) || ('origin' in payload && payload.origin === 'backfill')) return;
    for (const proposal of this.open.values()) if (proposal.proposer === user) proposal.isVoid = true;
  }

  private followNumber(event: RequestedEvent): void {
    if (event.type !== 'AccountRequestDecided') return;
    const { accountRequestId, status } = event.payload;
    if (status === 'approved') this.numbered.add(accountRequestId);
    else this.numbered.delete(accountRequestId);
  }

  private useLimit({ actor, correlationId, stream, payload }: EventOf<'AdminLimitUsed'>): string | null {
    const { bankDay, action, subjectId } = payload;
    const amountCents = Number(payload.amountCents);
    const adminId = actor.replace(/^user:/, '');
    const last = this.limits.get(adminId);
    const usedCents = Number(payload.usedCents);
    const usedBefore = last?.bankDay === bankDay ? last.usedCents : 0;
    this.limits.set(adminId, { bankDay, usedCents });
    const isAllowed =
      stream === adminLimitStream(adminId) &&
      this.policy.rules[action as GuardedAction] === 'limit' &&
      bankDay >= (last?.bankDay ?? '') &&
      usedCents === usedBefore + amountCents &&
      usedCents <= this.policy.dailyLimitCents;
    if (!isAllowed) return "the admin's daily limit doesn't allow it";
    const change = { action: action as GuardedAction, subjectId, amountCents };
    this.permit = { actor, correlationId, change, basis: { kind: 'limit' } };
    return null;
  }

  private propose({ actor, stream, payload }: EventOf<'ProposalMade'>): string | null {
    const { action, subjectId, amountCents, digest } = payload;
    if (this.open.has(stream)) return 'the proposal already exists';
    const change = { action: action as GuardedAction, subjectId, amountCents: Number(amountCents) };
    this.open.set(stream, { change, digest, proposer: actor, isVoid: false });
    return null;
  }

  private approve({ actor, correlationId, stream, payload }: EventOf<'ProposalApproved'>): string | null {
    const proposal = this.open.get(stream);
    this.open.delete(stream);
    if (proposal === undefined) return 'no such proposal is open';
    if (proposal.proposer === actor) return 'an admin approved their own proposal';
    if (proposal.digest !== payload.digest) return "what was approved isn't what was proposed";
    if (!this.admins.has(actor)) return "the approver wasn't an admin";
    if (this.guarded.has(STANDING_MARK)) {
      if (this.frozen.has(actor)) return "the approver's account was frozen";
      if (proposal.isVoid) return "the proposer's role or access had changed since the proposal";
    }
    const basis = { kind: 'approval', proposal: stream, proposer: proposal.proposer } as const;
    this.permit = { actor, correlationId, change: proposal.change, basis };
    return null;
  }

  private changePolicy(event: EventOf<'ApprovalPolicyChanged'>): string | null {
    // The bank's own programs set the first policy.
    const isFirst = event.stream === POLICY_STREAM && event.version === 1;
    const { policy } = event.payload;
    const problem = isFirst || this.isRestated(event) ? null : this.change(event);
    try {
      this.policy = parsePolicy(policy);
      for (const action of namedActions(policy)) this.guarded.add(action);
    } catch (error) {
      return error instanceof RangeError ? error.message : String(error);
    }
    return problem;
  }

  /**
   * Whether the bank's own programs only re-recorded the policy in force, either to name actions that no policy had
   * named before or to require signatures (APR-30). These programs can neither remove the requirement for signatures
   * nor change the origin that the signatures are made for.
   */
  private isRestated({ actor, payload: { policy } }: EventOf<'ApprovalPolicyChanged'>): boolean {
    if (actor !== OPERATOR) return false;
    const signatures = this.policy.signatures ?? originOfSignatures(policy);
    if (policy !== formatPolicy({ ...this.policy, signatures })) return false;
    const isSigned = signatures !== this.policy.signatures;
    return isSigned || namedActions(policy).some((action) => !this.guarded.has(action));
  }

  /** Returns an event's change if the change's action is already guarded at that event; otherwise null. */
  private namedChange(event: RequestedEvent): GuardedChange | null {
    const change = this.removalIn(event) ?? guardedChangeOf(event);
    return change !== null && this.guarded.has(change.action) ? change : null;
  }

  private removalIn(event: RequestedEvent): GuardedChange | null {
    if (event.type !== 'AccountRequestDecided' || event.payload.status === 'approved') return null;
    const { accountRequestId: subjectId } = event.payload;
    if (!this.numbered.has(subjectId)) return null;
    return { action: 'account_number_removal', subjectId, amountCents: 0 };
  }

  private change(event: RequestedEvent): string | null {
    const change = this.namedChange(event);
    if (change === null) return null;
    if (event.type === 'AccountClosed') this.releases.splice(0);
    if (change.action === 'role' && event.actor === OPERATOR) return null;
    const basis = this.takeBasis(event, change);
    if (basis === null && event.type === 'TransactionStatusChanged' && event.payload.to === 'cancelled') {
      this.releases.push({ event, accountId: event.payload.accountId });
      return null;
    }
    this.judged = { change, basis };
    return basis === null ? NOT_PERMITTED : null;
  }

  /** Returns what permits a change, or null if nothing does. Uses up the request's permit if it is for this change. */
  private takeBasis({ actor, correlationId }: RequestedEvent, change: GuardedChange): PermitBasis | null {
    const { permit } = this;
    const isPermitted =
      permit?.correlationId === correlationId &&
      permit.actor === actor &&
      isSameChange(permit.change, change);
    if (isPermitted) {
      this.permit = null;
      this.used = permit;
      return permit.basis;
    }
    if (this.policy.rules[change.action] === 'alone') return { kind: 'alone' };
    const { used } = this;
    const isCovered =
      change.action === 'shown_date' &&
      used?.basis.kind === 'approval' &&
      used.correlationId === correlationId &&
      used.actor === actor &&
      used.change.subjectId === change.subjectId;
    this.used = null;
    return isCovered ? used.basis : null;
  }

  /**
   * Returns violations for the released holds if the next event is in a different request or about a different
   * account.
   */
  private endOfReleases(next: RequestedEvent): ApprovalViolation[] {
    const [first] = this.releases;
    const continues =
      first === undefined ||
      (first.event.correlationId === next.correlationId &&
        'accountId' in next.payload &&
        next.payload.accountId === first.accountId);
    return continues ? [] : this.finish();
  }
}
