import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { approvalText, type SignedProposal } from '@moniker/common/approval-texts.js';
import { CredentialGate, type CredentialSource } from '../../identity/attempts/credential-gate.service.js';
import type { PasskeyProofBody } from '../../identity/factors/factor.dto.js';
import { PasskeysService } from '../../identity/factors/passkeys.service.js';
import { addedFactor } from '../../identity/factors/factor-changes.service.js';
import { UsersService } from '../../identity/users/users.service.js';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { type ApprovalPolicy, LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import type { PasskeySignature } from '../../ledger/domain/events.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import { type Config, ConfigError } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { adminIdOf } from './proposals.service.js';

/** Minimum number of owners. With a single owner, nobody could approve the owner's own proposals. */
const MIN_OWNERS = 2;

const COUNT_OWNERS = `select count(*) as count from app_user u where is_admin and admin_role = 'owner'
  and frozen_at is null and exists (select from passkey p where p.user_id = u.id)`;

/**
 * An approval whose signature is to be checked: the proposal that it covers, the signature, and the request's source.
 */
export interface ApprovalToSign {
  readonly proposal: SignedProposal;
  readonly proof: PasskeyProofBody | undefined;
  readonly source: CredentialSource;
  readonly context: CommandContext;
}

/**
 * Approvals signed with the approver's passkey (APR-30). An event in the log marks the position from which signatures
 * are required.
 */
@Injectable()
export class ApprovalSignatures {
  private readonly logger = new Logger('ApprovalSignatures');
  private readonly origin: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerApprovals,
    private readonly writer: LedgerWriter,
    private readonly passkeys: PasskeysService,
    private readonly users: UsersService,
    private readonly gate: CredentialGate,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.origin = new URL(config.publicUrl).origin;
  }

  /**
   * Records in the log that approvals need signatures, if `APPROVAL_SIGNATURES` requires them and the log doesn't say
   * so yet. Call it before the first request.
   *
   * @throws ConfigError there are too few owners to start requiring signatures, or approvals are signed for a
   *   different origin
   */
  async start(): Promise<void> {
    const origin = await this.ledger.signingOrigin();
    if (origin !== null && origin !== this.origin) {
      throw new ConfigError([
        `PUBLIC_URL is ${this.origin}, but approvals are signed for ${origin}. Set it back to ` +
          `${origin}. To change it, first stop requiring signatures (set APPROVAL_SIGNATURES=off and change the approval policy)`,
      ]);
    }
    if (!this.config.areApprovalsSigned) return;
    const [row] = await this.dataSource.query<{ count: string }[]>(COUNT_OWNERS);
    const owners = Number(row?.count);
    const problem = `APPROVAL_SIGNATURES=required needs ${MIN_OWNERS} active owners with a passkey; there are ${owners}`;
    if (owners < MIN_OWNERS && origin === null) {
      throw new ConfigError([
        `${problem}. Start with APPROVAL_SIGNATURES=off until enough owners have a passkey`,
      ]);
    }
    // Customers must still be served, so the API starts anyway.
    if (owners < MIN_OWNERS) this.logger.error({ problem });
    await this.ledger.requireSignatures(this.origin);
  }

  /**
   * The signing origin that a policy change records: null if `APPROVAL_SIGNATURES` is off. After a policy change that
   * records null, approvals need no signatures.
   */
  get originOfNewPolicy(): string | null {
    return this.config.areApprovalsSigned ? this.origin : null;
  }

  /**
   * Checks an approval's signature. Also records the passkey that signed, if the log doesn't have this passkey yet.
   * Returns null if the policy in force does not require a signature.
   *
   * @throws VALIDATION_FAILED the signature is missing
   * @throws FACTOR_INVALID the signature was made for a different approval, or not with one of this admin's passkeys
   * @throws TOO_MANY_REQUESTS there were too many wrong attempts
   */
  async check({ proposal, proof, source, context }: ApprovalToSign): Promise<PasskeySignature | null> {
    const { policy } = await this.ledger.policy();
    this.assertSigned(policy, proof ?? null);
    if (policy.signatures === null || proof === undefined) return null;
    const userId = adminIdOf(context);
    const { email } = await this.users.getById(userId);
    const { publicKey, signature } = await this.gate.check({ kind: 'factor', email, source }, () =>
      this.passkeys.checkSignature(userId, approvalText(proposal), proof),
    );
    await this.recordKey(userId, { publicKey, credentialId: signature.credentialId }, context);
    return signature;
  }

  /** @throws VALIDATION_FAILED the policy requires a signature that is missing */
  assertSigned({ signatures }: ApprovalPolicy, signature: object | null): void {
    if (signatures === null || signature !== null) return;
    const fields = ['signature'];
    throw new AppError('VALIDATION_FAILED', 'Sign the approval with your passkey', { fields });
  }

  /** Records a passkey that was added before its user was an admin, or before keys were recorded (AUTH-92). */
  private async recordKey(
    userId: string,
    key: { credentialId: string; publicKey: string },
    context: CommandContext,
  ): Promise<void> {
    if (await this.ledger.hasKey(userId, key.credentialId)) return;
    const event = addedFactor({
      userId,
      factor: 'passkey',
      origin: 'backfill',
      key: { ...key, signature: null },
    });
    receiptOrThrow(await this.writer.submit({ command: event, context }));
  }
}
