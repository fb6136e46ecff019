import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuthenticatorApps } from './authenticator-apps.service.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { CredentialGate } from '../attempts/credential-gate.service.js';
import { UsersService } from '../users/users.service.js';
import { AddAuthenticatorAppCommand } from './add-authenticator-app.command.js';
import { addedFactor, FactorChanges, type IssuedCodes } from './factor-changes.service.js';

@CommandHandler(AddAuthenticatorAppCommand)
export class AddAuthenticatorAppHandler implements ICommandHandler<AddAuthenticatorAppCommand> {
  constructor(
    private readonly users: UsersService,
    private readonly apps: AuthenticatorApps,
    private readonly gate: CredentialGate,
    private readonly changes: FactorChanges,
    private readonly ledger: LedgerWriter,
  ) {}

  /**
   * @throws FACTOR_INVALID the code is wrong, or no secret is pending
   * @throws TOO_MANY_REQUESTS a limit on wrong attempts is reached
   */
  async execute({ user, code, source, context }: AddAuthenticatorAppCommand): Promise<IssuedCodes> {
    const { id, email } = await this.users.getById(user.userId);
    const verified = await this.gate.check({ kind: 'factor', email, source }, () =>
      this.apps.verifyNew(id, code),
    );
    return this.ledger.transaction(async (manager, submit) => {
      const codes = await this.changes.add(manager, user, 'authenticator_app', () =>
        this.apps.add(manager, verified),
      );
      const { userId } = user;
      const command = addedFactor({ userId, factor: 'authenticator_app', origin: 'decision', key: null });
      receiptOrThrow(await submit({ command, context }));
      return codes;
    });
  }
}
