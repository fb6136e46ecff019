import { type ApprovalPolicy, NO_APPROVALS, parsePolicy } from '../domain/approval-policy.js';
import { adminLimitStream, type LedgerEvent, POLICY_STREAM, type SequencedEvent } from '../domain/events.js';
import {
  type GuardedAction,
  type GuardedChange,
  guardedChangeOf,
  isSameChange,
} from '../domain/guarded-action.js';

/** An event with who caused it in which request. */
export type RequestedEvent = SequencedEvent & { readonly actor: string; readonly correlationId: string };

interface Proposal {
  readonly change: GuardedChange;
  readonly digest: string;
  readonly proposer: string;
}

/** What the policy has permitted to an admin's request and was not used yet. */
interface Permit {
  readonly actor: string;
  readonly correlationId: string;
  readonly change: GuardedChange;
}

interface UsedLimit {
  readonly bankDay: string;
  readonly usedCents: number;
}

type EventOf<Type extends LedgerEvent['type']> = Extract<RequestedEvent, { readonly type: Type }>;

/** A guarded change without its permit. */
export interface ApprovalViolation {
  readonly position: number;
  readonly message: string;
}

const NOT_PERMITTED = 'the approval policy in force needs a second admin, and the log has no approval';

/**
 * Replays policy, proposals and limits beside the changes that they guard (APR-6). A change that `decide` made is in the
 * log directly after its permit, in the same request; one that was written past it is not.
 */
export class ApprovalChecker {
  private policy: ApprovalPolicy = NO_APPROVALS;
  /** By their streams. */
  private readonly open = new Map<string, Proposal>();
  private readonly limits = new Map<string, UsedLimit>();
  private permit: Permit | null = null;
  /** Holds that a request released. They need no permit of their own if the request closes their account. */
  private readonly releases: { readonly event: RequestedEvent; readonly accountId: string }[] = [];

  /** Returns what the event and those before it violate. */
  check(event: RequestedEvent): ApprovalViolation[] {
    const unexplained = this.endOfReleases(event);
    const message = this.problemOf(event);
    return message === null ? unexplained : [...unexplained, { position: event.position, message }];
  }

  /** Call it after the last event. */
  finish(): ApprovalViolation[] {
    return this.releases.splice(0).map(({ event: { position } }) => ({ position, message: NOT_PERMITTED }));
  }

  private problemOf(event: RequestedEvent): string | null {
    if (event.type === 'AdminLimitUsed') return this.useLimit(event);
    if (event.type === 'ProposalMade') return this.propose(event);
    if (event.type === 'ProposalApproved') return this.approve(event);
    if (event.type === 'ApprovalPolicyChanged') return this.changePolicy(event);
    const isClosed = event.type === 'ProposalRejected' || event.type === 'ProposalWithdrawn';
    if (isClosed) this.open.delete(event.stream);
    return this.change(event);
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
    if (!isAllowed) return "the admin's daily limit does not allow it";
    const change = { action: action as GuardedAction, subjectId, amountCents };
    this.permit = { actor, correlationId, change };
    return null;
  }

  private propose({ actor, stream, payload }: EventOf<'ProposalMade'>): string | null {
    const { action, subjectId, amountCents, digest } = payload;
    if (this.open.has(stream)) return 'the proposal exists already';
    const change = { action: action as GuardedAction, subjectId, amountCents: Number(amountCents) };
    this.open.set(stream, { change, digest, proposer: actor });
    return null;
  }

  private approve({ actor, correlationId, stream, payload }: EventOf<'ProposalApproved'>): string | null {
    const proposal = this.open.get(stream);
    this.open.delete(stream);
    if (proposal === undefined) return 'no such proposal is open';
    if (proposal.proposer === actor) return 'an admin approved their own proposal';
    if (proposal.digest !== payload.digest) return 'what was approved is not what was proposed';
    this.permit = { actor, correlationId, change: proposal.change };
    return null;
  }

  private changePolicy(event: EventOf<'ApprovalPolicyChanged'>): string | null {
    // The bank's own programs set the first policy.
    const isFirst = event.stream === POLICY_STREAM && event.version === 1;
    const problem = isFirst ? null : this.change(event);
    try {
      this.policy = parsePolicy(event.payload.policy);
    } catch (error) {
      return error instanceof RangeError ? error.message : String(error);
    }
    return problem;
  }

  private change(event: RequestedEvent): string | null {
    const change = guardedChangeOf(event);
    if (change === null) return null;
    if (event.type === 'AccountClosed') this.releases.splice(0);
    if (this.policy.rules[change.action] === 'alone' || this.usePermit(event, change)) return null;
    if (event.type !== 'TransactionStatusChanged' || event.payload.to !== 'cancelled') return NOT_PERMITTED;
    this.releases.push({ event, accountId: event.payload.accountId });
    return null;
  }

  private usePermit({ actor, correlationId }: RequestedEvent, change: GuardedChange): boolean {
    const { permit } = this;
    if (permit?.correlationId !== correlationId) return false;
    if (permit.actor !== actor || !isSameChange(permit.change, change)) return false;
    this.permit = null;
    return true;
  }

  /** Returns the released holds that another request, or another account, follows. */
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
