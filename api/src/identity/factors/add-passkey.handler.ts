import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PasskeysService } from './passkeys.service.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { CredentialGate } from '../attempts/credential-gate.service.js';
import { UsersService } from '../users/users.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { AddPasskeyCommand } from './add-passkey.command.js';
import { factorAudit, FactorChanges, type IssuedCodes } from './factor-changes.service.js';

@CommandHandler(AddPasskeyCommand)
export class AddPasskeyHandler implements ICommandHandler<AddPasskeyCommand> {
  constructor(
    private readonly users: UsersService,
    private readonly passkeys: PasskeysService,
    private readonly gate: CredentialGate,
    private readonly changes: FactorChanges,
    private readonly ledger: LedgerWriter,
  ) {}

  /**
   * @throws FACTOR_INVALID the passkey does not fit its challenge
   * @throws CONFLICT it is known, or the user has too many
   */
  async execute({ user, passkey, source, context }: AddPasskeyCommand): Promise<IssuedCodes> {
    const { email } = await this.users.getById(user.userId);
    const verified = await this.gate.check({ kind: 'factor', email, source }, () =>
      this.passkeys.verifyNew(user.sessionId, passkey),
    );
    return this.ledger.transaction(async (manager, submit) => {
      const codes = await this.changes.add(manager, user, 'passkey', () =>
        this.passkeys.add(manager, user.userId, verified),
      );
      receiptOrThrow(await submit(factorAudit('FactorAdded', user.userId, 'passkey', context)));
      return codes;
    });
  }
}
