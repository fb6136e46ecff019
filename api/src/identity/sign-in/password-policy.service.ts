import { Inject, Injectable } from '@nestjs/common';
import { isCommonPassword } from '@moniker/common/common-password.js';
import { AppError } from '../../http/app-error.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';

/** Rules for new passwords in addition to their length. Operators can turn these rules on (REG-17). */
@Injectable()
export class PasswordPolicy {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * @throws AppError VALIDATION_FAILED the password is common, and common passwords are refused; the error names the
   * field
   */
  assertAllowed(password: string, field: 'password' | 'newPassword'): void {
    if (!this.config.refusesCommonPasswords || !isCommonPassword(password)) return;
    throw new AppError('VALIDATION_FAILED', 'This password is too easy to guess', { fields: [field] });
  }
}
