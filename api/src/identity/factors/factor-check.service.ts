import { Injectable } from '@nestjs/common';
import { FactorsService } from './factors.service.js';
import { AppError } from '../../http/app-error.js';
import { KnownBrowsers } from '../sessions/known-browsers.service.js';
import { LoginThrottle, type AttemptKey } from '../attempts/login-throttle.service.js';

/** The user whose code is checked. */
export interface CodeOwner {
  readonly id: string;
  readonly email: string;
}

/** The origin of a try: the network address and the hash of the browser cookie, if any. */
export interface FactorSource {
  readonly address: string;
  readonly browser: Buffer | null;
}

/** Checks codes of second factors. Tries are limited like passwords (AUTH-54). */
@Injectable()
export class FactorCheck {
  constructor(
    private readonly factors: FactorsService,
    private readonly throttle: LoginThrottle,
    private readonly browsers: KnownBrowsers,
  ) {}

  /**
   * Uses up a code of the app or a recovery code.
   *
   * @throws FACTOR_INVALID it is wrong or used, TOO_MANY_REQUESTS
   */
  useCode(owner: CodeOwner, code: string, source: FactorSource): Promise<void> {
    return this.limited(owner, source, async () => {
      if (!(await this.factors.useCode(owner.id, code))) throw new AppError('FACTOR_INVALID');
    });
  }

  /** Counts a try, which no longer counts once it succeeds. */
  async limited<Result>(
    { id, email }: CodeOwner,
    { address, browser }: FactorSource,
    check: () => Promise<Result>,
  ): Promise<Result> {
    const fromHere: AttemptKey = { limit: 'factor-codes', subject: `${id}|${address}` };
    const isKnown = await this.browsers.isKnown(email, browser);
    const shared: AttemptKey[] = isKnown ? [] : [{ limit: 'factor-codes-of', subject: id }];
    await this.throttle.record(fromHere, ...shared);
    const result = await check();
    await this.throttle.reset(fromHere);
    await this.throttle.undo(...shared);
    return result;
  }
}
