import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { SubmitWithRows } from '../../ledger/writer/submission.js';
import { type UserEntity, UsersService } from '../users/users.service.js';
import { AccountFreezes } from '../sessions/account-freezes.service.js';
import { KnownBrowsers } from '../sessions/known-browsers.service.js';
import { LockedAdminMail } from './locked-admin-mail.service.js';
import { CredentialGate } from '../attempts/credential-gate.service.js';
import { ReportSignInCommand } from './report-sign-in.command.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInAlerts } from './sign-in-alerts.service.js';

/** Locks the account of the link's user. Makes all related changes in the same transaction. */
@CommandHandler(ReportSignInCommand)
export class ReportSignInHandler implements ICommandHandler<ReportSignInCommand> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    private readonly gate: CredentialGate,
    private readonly alerts: SignInAlerts,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly browsers: KnownBrowsers,
    private readonly freezes: AccountFreezes,
    private readonly mail: LockedAdminMail,
  ) {}

  /**
   * @throws ALERT_INVALID the link was used, has expired or never existed
   * @throws TOO_MANY_REQUESTS a limit on wrong attempts is reached
   */
  async execute({ token, source, context }: ReportSignInCommand): Promise<undefined> {
    await this.gate.check({ kind: 'link', email: null, source }, async () => {
      const userId = await this.alerts.userOf(this.dataSource.manager, token);
      if (userId === null) throw new AppError('ALERT_INVALID');
    });
    await this.ledger.transaction(async (manager, submit) => {
      const user = await this.lockUserOf(manager, token);
      await this.lock(manager, submit, user, context);
    });
  }

  /**
   * Locks the row of a link's user. If two requests use one link, the second waits for the lock and then finds no
   * link.
   */
  private async lockUserOf(manager: EntityManager, token: string): Promise<UserEntity> {
    const userId = await this.alerts.userOf(manager, token);
    if (userId === null) throw new AppError('ALERT_INVALID');
    const user = await this.users.lock(manager, userId);
    if ((await this.alerts.userOf(manager, token)) === null) throw new AppError('ALERT_INVALID');
    return user;
  }

  private async lock(
    manager: EntityManager,
    submit: SubmitWithRows,
    user: UserEntity,
    context: ReportSignInCommand['context'],
  ): Promise<void> {
    const { id: userId, isSignInBlocked } = user;
    await this.alerts.deleteAllOf(manager, userId);
    await this.browsers.forgetOthers(manager, userId, null);
    // If an admin has already blocked sign-in, the account is already locked.
    if (isSignInBlocked) return this.sessions.endAllOf(manager, userId);
    await this.mail.notifyOwners(manager, user);
    await this.freezes.freeze(manager, submit, userId, {
      reason: 'reported_by_customer',
      signIn: 'blocked',
      mail: 'account-locked',
      context: { ...context, actor: `user:${userId}` },
    });
  }
}
