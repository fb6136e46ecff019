import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PasskeysService } from './passkeys.service.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { FactorChanges, removedFactor } from './factor-changes.service.js';
import { RemovePasskeyCommand } from './remove-passkey.command.js';

@CommandHandler(RemovePasskeyCommand)
export class RemovePasskeyHandler implements ICommandHandler<RemovePasskeyCommand> {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly changes: FactorChanges,
    private readonly ledger: LedgerWriter,
  ) {}

  /** @throws NOT_FOUND the user has no such passkey; LAST_FACTOR */
  async execute({ user, passkeyId, context }: RemovePasskeyCommand): Promise<undefined> {
    await this.ledger.transaction(async (manager, submit) => {
      const credentialId = await this.changes.remove(manager, user, 'passkey', () =>
        this.passkeys.remove(manager, user.userId, passkeyId),
      );
      const command = removedFactor({ userId: user.userId, factor: 'passkey', credentialId });
      receiptOrThrow(await submit({ command, context }));
    });
  }
}
