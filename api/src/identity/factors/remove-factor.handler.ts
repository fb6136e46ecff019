import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { AuthenticatorApps } from './authenticator-apps.service.js';
import { FactorChanges, removedFactor } from './factor-changes.service.js';
import { PasskeysService } from './passkeys.service.js';
import { RemoveFactorCommand } from './remove-factor.command.js';

@CommandHandler(RemoveFactorCommand)
export class RemoveFactorHandler implements ICommandHandler<RemoveFactorCommand> {
  constructor(
    private readonly apps: AuthenticatorApps,
    private readonly passkeys: PasskeysService,
    private readonly changes: FactorChanges,
    private readonly ledger: LedgerWriter,
  ) {}

  /**
   * @throws NOT_FOUND the user has no such factor
   * @throws LAST_FACTOR the admin must keep a second factor
   */
  async execute({ user, passkeyId, context }: RemoveFactorCommand): Promise<undefined> {
    const { userId } = user;
    const factor = passkeyId === null ? 'authenticator_app' : 'passkey';
    await this.ledger.transaction(async (manager, submit) => {
      const credentialId = await this.changes.remove(manager, user, factor, () =>
        passkeyId === null
          ? this.apps.remove(manager, userId).then(() => null)
          : this.passkeys.remove(manager, userId, passkeyId),
      );
      receiptOrThrow(await submit({ command: removedFactor({ userId, factor, credentialId }), context }));
    });
  }
}
