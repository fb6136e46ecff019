import { approvalText, newKeyText, type SignedProposal } from '@moniker/common/approval-texts.js';
import { originOfSignatures } from '../domain/approval-policy.js';
import { type ApprovalKey, proposalStream } from '../domain/events.js';
import { formatApprovalKey } from '../signing/approval-keys.js';
import { signatureProblem } from '../signing/passkey-signature.js';
import { CLOSING } from './approval-checker.js';
import type { RequestedEvent } from './guarded-events.js';

/** An admin's passkey that is recorded in the log and hasn't been removed since. */
export interface LoggedKey extends Pick<ApprovalKey, 'credentialId' | 'publicKey'> {
  readonly userId: string;
  readonly position: number;
  readonly recordedAt: Date;
  /** Whether one of the admin's earlier passkeys signed this passkey. */
  readonly isSigned: boolean;
  readonly isTrusted: boolean;
}

type EventOf<Type extends RequestedEvent['type']> = Extract<RequestedEvent, { readonly type: Type }>;

const UNSIGNED =
  "the approval has no signature from the approver's passkey, which the policy in force requires";
const UNKNOWN = "the approval is signed with a passkey that the approver didn't have at this position";
const UNTRUSTED =
  'the approval is signed with a passkey that is neither signed by an earlier one nor listed in --approval-keys';

/**
 * Replays proposals and passkeys to check the signatures of approvals (APR-33). The policy in force says whether an
 * approval needs a signature, and at which origin it must be made.
 */
export class ApprovalSignatureChecker {
  private origin: string | null = null;
  private readonly open = new Map<string, SignedProposal>();
  private readonly known = new Map<string, LoggedKey>();
  private approvals = 0;

  /** @param listed - the keys that the auditor trusts (`--approval-keys`); null to trust every key in the log */
  constructor(private readonly listed: ReadonlySet<string> | null) {}

  /** The passkeys as of the last checked event. */
  get keys(): readonly LoggedKey[] {
    return [...this.known.values()];
  }

  /**
   * The number of approvals that needed a signature. Null if there were none and the current policy does not require
   * signatures.
   */
  get checked(): number | null {
    return this.origin === null && this.approvals === 0 ? null : this.approvals;
  }

  /** Returns what the event violates, or null. */
  async check(event: RequestedEvent): Promise<string | null> {
    if (event.type === 'FactorAdded') return this.addKey(event);
    if (event.type === 'ProposalApproved') return this.approve(event);
    if (event.type === 'ApprovalPolicyChanged') this.origin = originOfSignatures(event.payload.policy);
    if (event.type === 'FactorRemoved' || event.type === 'FactorsReset') this.removeKeys(event);
    if (event.type === 'ProposalMade') this.propose(event);
    if (CLOSING.has(event.type)) this.open.delete(event.stream);
    return null;
  }

  private propose({ stream, payload }: EventOf<'ProposalMade'>): void {
    const { action, amountCents, digest } = payload;
    const id = stream.slice(proposalStream('').length);
    if (!this.open.has(stream))
      this.open.set(stream, { id, action, amountCents: Number(amountCents), digest });
  }

  private async approve({ actor, stream, payload }: EventOf<'ProposalApproved'>): Promise<string | null> {
    const proposal = this.open.get(stream);
    this.open.delete(stream);
    // `ApprovalChecker` already reports an approval of a proposal that isn't open.
    if (this.origin === null || proposal === undefined) return null;
    this.approvals += 1;
    const { signature } = payload;
    if (signature === null) return UNSIGNED;
    const key = this.known.get(passkeyId(actor.replace(/^user:/, ''), signature.credentialId));
    if (key === undefined) return UNKNOWN;
    if (!key.isTrusted) return UNTRUSTED;
    const expected = { text: approvalText(proposal), origin: this.origin, publicKey: key.publicKey };
    const problem = await signatureProblem(signature, expected);
    return problem === null ? null : `the signature of the approval ${problem}`;
  }

  private async addKey({ payload, position, recordedAt }: EventOf<'FactorAdded'>): Promise<string | null> {
    const { userId, key } = payload;
    if (key === null) return null;
    const { credentialId, publicKey, signature } = key;
    if (this.known.has(passkeyId(userId, credentialId))) return 'the passkey was already added';
    // A new passkey's signature counts only while the policy requires signed approvals. A passkey that was added at any
    // other time must be on the auditor's list instead.
    const isSigned = signature !== null && this.origin !== null;
    const signer = isSigned ? this.known.get(passkeyId(userId, signature.credentialId)) : undefined;
    const problem = isSigned ? await this.problemOfNewKey(payload.userId, key, signer) : null;
    const isListed = this.listed?.has(formatApprovalKey({ userId, credentialId, publicKey })) ?? true;
    const isTrusted = isListed || (problem === null && signer?.isTrusted === true);
    const added = { userId, credentialId, publicKey, position, recordedAt };
    this.known.set(passkeyId(userId, credentialId), {
      ...added,
      isSigned: isSigned && problem === null,
      isTrusted,
    });
    return problem === null ? null : `the signature of the new passkey ${problem}`;
  }

  private async problemOfNewKey(
    userId: string,
    { credentialId, publicKey, signature }: ApprovalKey,
    signer: LoggedKey | undefined,
  ): Promise<string | null> {
    if (this.origin === null || signature === null) return null;
    if (signer === undefined) return "was made with a passkey that the admin didn't have at this position";
    const text = newKeyText({ userId, credentialId, publicKey });
    return signatureProblem(signature, { text, origin: this.origin, publicKey: signer.publicKey });
  }

  private removeKeys({ type, payload }: EventOf<'FactorRemoved' | 'FactorsReset'>): void {
    const { userId } = payload;
    if (type === 'FactorRemoved' && payload.factor !== 'passkey') return;
    const credentialId = type === 'FactorRemoved' ? payload.credentialId : null;
    // If the event doesn't say which passkey was removed, all of the user's passkeys are removed.
    for (const [id, key] of this.known) {
      if (key.userId === userId && (credentialId ?? key.credentialId) === key.credentialId)
        this.known.delete(id);
    }
  }
}

const passkeyId = (userId: string, credentialId: string): string => `${userId} ${credentialId}`;
