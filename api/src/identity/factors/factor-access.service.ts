import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FactorsService } from './factors.service.js';
import { AppError } from '../../http/app-error.js';
import type { WithoutFactor } from '../../http/fresh-factor.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';

/** How long a confirmation counts as recent. */
const FRESH_MS = 5 * 60 * 1000;

/** Decides whether an action needs a second factor (AUTH-55, AUTH-56). */
@Injectable()
export class FactorAccess {
  constructor(
    private readonly factors: FactorsService,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether the user must have a second factor. */
  isRequiredOf({ isAdmin }: Pick<AuthenticatedUser, 'isAdmin'>): boolean {
    return isAdmin && this.config.isAdminFactorRequired;
  }

  /**
   * Requires a factor before a user becomes an admin. Otherwise, someone who knows only a new admin's password could
   * add the first factor themselves (AUTH-77).
   *
   * @throws CONFLICT the user has no second factor
   */
  async assertMayBecomeAdmin(userId: string, manager?: EntityManager): Promise<void> {
    if (!this.isRequiredOf({ isAdmin: true })) return;
    const methods = await this.factors.methodsOf(userId, manager);
    if (methods.length > 0) return;
    throw new AppError('CONFLICT', 'This user needs a passkey or an authenticator app first');
  }

  /**
   * Checks that an admin has confirmed a second factor in this session, if `ADMIN_MFA` is `required`.
   *
   * @throws FACTOR_SETUP_REQUIRED the admin has no factor
   * @throws FACTOR_REQUIRED the admin has not confirmed a factor in this session
   */
  async requireOfAdmin(user: AuthenticatedUser): Promise<void> {
    if (user.factorAt !== null || !this.isRequiredOf(user)) return;
    const methods = await this.factors.methodsOf(user.userId);
    if (methods.length === 0) throw new AppError('FACTOR_SETUP_REQUIRED');
    throw new AppError('FACTOR_REQUIRED', undefined, { factors: methods });
  }

  /** Whether a second factor was confirmed in the session within the last five minutes. */
  hasFresh({ factorAt }: Pick<AuthenticatedUser, 'factorAt'>): boolean {
    return this.isFresh(factorAt);
  }

  /**
   * Requires a factor confirmed within the last five minutes. A user who has no factor must have entered their password
   * within that time, unless `withoutFactor` is `allowed`.
   *
   * @throws FACTOR_REQUIRED the user must confirm their identity first; the error lists the methods for doing so
   */
  async requireFresh(user: AuthenticatedUser, withoutFactor: WithoutFactor): Promise<void> {
    if (this.hasFresh(user)) return;
    const { userId, passwordAt } = user;
    const methods = await this.factors.methodsOf(userId);
    if (methods.length > 0) throw new AppError('FACTOR_REQUIRED', undefined, { factors: methods });
    if (withoutFactor === 'allowed' || this.isFresh(passwordAt)) return;
    throw new AppError('FACTOR_REQUIRED', undefined, { factors: ['password'] });
  }

  private isFresh(time: Date | null): boolean {
    return time !== null && this.now().getTime() - time.getTime() < FRESH_MS;
  }
}
