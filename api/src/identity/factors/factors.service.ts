import { Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { DataSource, type EntityManager } from 'typeorm';
import { OTP_PATTERN } from '@moniker/common/one-time-code.js';
import { AppError } from '../../http/app-error.js';
import { Outbox } from '../../outbox/outbox.service.js';
import { AuthenticatorApps } from './authenticator-apps.service.js';
import type { FactorMethod, FactorsDto } from './factor.dto.js';
import { PasskeysService } from './passkeys.service.js';
import { RecoveryCodes } from './recovery-codes.service.js';

const SELECT_METHODS = `
  select exists (select 1 from passkey where user_id = $1) as passkey,
    exists (select 1 from authenticator_app where user_id = $1 and confirmed_at is not null) as app,
    exists (select 1 from recovery_code where user_id = $1) as recovery`;

type FoundMethods = Readonly<Record<Exclude<FactorMethod, 'password'>, boolean>>;

/** Users' second factors (AUTH-50). */
@OwnsPersonalData('passkey', 'authenticator_app', 'recovery_code')
@Injectable()
export class FactorsService implements PersonalDataOwner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passkeys: PasskeysService,
    private readonly apps: AuthenticatorApps,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly mail: Outbox,
  ) {}

  async list(userId: string): Promise<Omit<FactorsDto, 'isRequired' | 'signsApprovals'>> {
    const [passkeys, authenticatorApp, recoveryCodesLeft] = await Promise.all([
      this.passkeys.list(userId),
      this.apps.find(userId),
      this.recoveryCodes.countOf(userId),
    ]);
    return { passkeys, authenticatorApp, recoveryCodesLeft };
  }

  /** Returns how the user can confirm their identity; empty if they have neither a passkey nor an app. */
  async methodsOf(
    userId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<readonly FactorMethod[]> {
    const [found] = await manager.query<FoundMethods[]>(SELECT_METHODS, [userId]);
    if (found === undefined || !(found.passkey || found.app)) return [];
    return (['passkey', 'app', 'recovery'] as const).filter((method) => found[method]);
  }

  /**
   * Uses up an app code or a recovery code. The user is emailed when a recovery code is used.
   *
   * @throws FACTOR_INVALID the code is wrong or was already used
   */
  async useCode(userId: string, code: string): Promise<void> {
    const isRight = OTP_PATTERN.test(code)
      ? await this.apps.use(userId, code)
      : await this.useRecoveryCode(userId, code);
    if (!isRight) throw new AppError('FACTOR_INVALID');
  }

  private useRecoveryCode(userId: string, code: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const isRight = await this.recoveryCodes.use(manager, userId, code);
      if (isRight) await this.mail.queue(manager, { template: 'recovery-code-used', userId });
      return isRight;
    });
  }

  /** Deletes all of a user's factors. */
  async deleteAllOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('delete from passkey where user_id = $1', [userId]);
    await manager.query('delete from authenticator_app where user_id = $1', [userId]);
    await this.recoveryCodes.deleteAllOf(manager, userId);
  }

  erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    return this.deleteAllOf(manager, id);
  }
}
