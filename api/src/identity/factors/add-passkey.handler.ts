import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newKeyText } from '@moniker/common/approval-texts.js';
import type { NewPasskeyBody } from './factor.dto.js';
import { passkeyKey, PasskeysService, type VerifiedPasskey } from './passkeys.service.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import type { PasskeySignature } from '../../ledger/domain/events.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { CredentialGate } from '../attempts/credential-gate.service.js';
import { UsersService } from '../users/users.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { AddPasskeyCommand } from './add-passkey.command.js';
import { addedFactor, FactorChanges, type IssuedCodes } from './factor-changes.service.js';

@CommandHandler(AddPasskeyCommand)
export class AddPasskeyHandler implements ICommandHandler<AddPasskeyCommand> {
  constructor(
    private readonly users: UsersService,
    private readonly passkeys: PasskeysService,
    private readonly gate: CredentialGate,
    private readonly changes: FactorChanges,
    private readonly ledger: LedgerWriter,
    private readonly approvals: LedgerApprovals,
  ) {}

  /**
   * @throws FACTOR_INVALID the passkey does not match its challenge, or an earlier passkey's signature is wrong
   * @throws TOO_MANY_REQUESTS a limit on wrong attempts is reached
   * @throws CONFLICT the passkey has already been added, or the user has too many
   */
  async execute({ user, passkey, source, context }: AddPasskeyCommand): Promise<IssuedCodes> {
    const { userId } = user;
    const { email } = await this.users.getById(userId);
    const { verified, signature } = await this.gate.check({ kind: 'factor', email, source }, async () => {
      const created = await this.passkeys.verifyNew(user.sessionId, passkey);
      return { verified: created, signature: await this.signatureOf(user, created, passkey) };
    });
    // For customers, the log contains neither passkey ids nor keys (AUTH-90).
    const key = user.isAdmin ? { ...passkeyKey(verified), signature } : null;
    return this.ledger.transaction(async (manager, submit) => {
      const codes = await this.changes.add(manager, user, 'passkey', () =>
        this.passkeys.add(manager, userId, verified),
      );
      const command = addedFactor({ userId, factor: 'passkey', origin: 'decision', key });
      receiptOrThrow(await submit({ command, context }));
      return codes;
    });
  }

  /**
   * Checks an earlier passkey's signature over the new key (AUTH-91). Ignores the signature if the user is a
   * customer, or if the log does not require signed approvals.
   */
  private async signatureOf(
    { userId, isAdmin }: AuthenticatedUser,
    created: VerifiedPasskey,
    { signature }: NewPasskeyBody,
  ): Promise<PasskeySignature | null> {
    if (signature === undefined || !isAdmin || (await this.approvals.signingOrigin()) === null) return null;
    const text = newKeyText({ userId, ...passkeyKey(created) });
    return (await this.passkeys.checkSignature(userId, text, signature)).signature;
  }
}
