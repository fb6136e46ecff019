import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuthenticatorApps } from './authenticator-apps.service.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { FactorChanges, removedFactor } from './factor-changes.service.js';
import { RemoveAuthenticatorAppCommand } from './remove-authenticator-app.command.js';

@CommandHandler(RemoveAuthenticatorAppCommand)
export class RemoveAuthenticatorAppHandler implements ICommandHandler<RemoveAuthenticatorAppCommand> {
  constructor(
    private readonly apps: AuthenticatorApps,
    private readonly changes: FactorChanges,
    private readonly ledger: LedgerWriter,
  ) {}

  /** @throws NOT_FOUND the user has no app; LAST_FACTOR */
  async execute({ user, context }: RemoveAuthenticatorAppCommand): Promise<undefined> {
    await this.ledger.transaction(async (manager, submit) => {
      await this.changes.remove(manager, user, 'authenticator_app', () =>
        this.apps.remove(manager, user.userId),
      );
      const { userId } = user;
      const command = removedFactor({ userId, factor: 'authenticator_app', credentialId: null });
      receiptOrThrow(await submit({ command, context }));
    });
  }
}
