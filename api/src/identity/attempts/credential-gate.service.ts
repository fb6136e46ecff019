import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { clientAddressOf } from '../../http/client-address.js';
import type { AppRequest } from '../../http/request.js';
import { emailKey } from '../../http/email-key.js';
import type { TemplateName } from '../../outbox/mail-templates.js';
import { Outbox } from '../../outbox/outbox.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { BrowserCookie } from '../sessions/browser-cookie.service.js';
import { KnownBrowsers, type KnownBrowser } from '../sessions/known-browsers.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService } from '../users/users.service.js';
import { startOfHour, UNKNOWN_ACCOUNT } from './failed-sign-in-counter.js';
import { LoginThrottle, type AttemptKey } from './login-throttle.service.js';

/** Where an attempt comes from. */
export interface CredentialSource {
  readonly address: string;
  /** The hash of the browser's cookie. */
  readonly browser: Buffer | null;
  /** The request's session, or its pending sign-in. */
  readonly sessionId: string | null;
}

/** What kind of credential an attempt uses. App codes, recovery codes and passkeys are all of the kind `factor`. */
export type CredentialKind = 'password' | 'factor' | 'emailed-code' | 'link';

/** An attempt to use a credential. */
export interface CredentialTry {
  readonly kind: CredentialKind;
  /** The email address used, which may have no account; null for links, which name no account. */
  readonly email: string | null;
  readonly source: CredentialSource;
}

interface KindLimits {
  readonly session: AttemptKey['limit'];
  readonly address: AttemptKey['limit'];
  readonly account?: AttemptKey['limit'];
  readonly accountFromAddress?: AttemptKey['limit'];
  readonly mail?: TemplateName;
}

const LIMITS: Readonly<Record<CredentialKind, KindLimits>> = {
  password: {
    session: 'session-passwords',
    address: 'passwords-from',
    account: 'passwords-of',
    accountFromAddress: 'password',
    mail: 'wrong-passwords',
  },
  factor: {
    session: 'session-codes',
    address: 'codes-from',
    account: 'factor-codes-of',
    accountFromAddress: 'factor-codes',
    mail: 'wrong-codes',
  },
  'emailed-code': {
    session: 'session-codes',
    address: 'codes-from',
    account: 'codes-of',
    mail: 'wrong-emailed-codes',
  },
  link: { session: 'session-codes', address: 'codes-from' },
};

/** The counters for one attempt. */
interface Counters {
  readonly session: AttemptKey | null;
  /** The browser's counter if the browser is known, otherwise the account's (AUTH-72). */
  readonly account: AttemptKey | null;
  readonly address: AttemptKey;
  readonly accountFromAddress: AttemptKey | null;
  readonly known: KnownBrowser | null;
}

/**
 * Counts a wrong attempt, in one row per account and hour. The counts are kept in PostgreSQL, so a crash loses none.
 */
const COUNT_FAILURE = `insert into failed_sign_in as counter (account, hour, failures) values ($1, $2, 1)
  on conflict (account, hour) do update set failures = counter.failures + 1`;

const SERVER_ERROR = 500;

/**
 * Checks every credential: passwords, second factors, emailed codes and links (AUTH-74). An attempt is counted before
 * it is checked and outside the caller's transaction, so parallel attempts share the limits and a rollback doesn't
 * undo the count. For a correct attempt, the count is reverted. Wrong attempts are recorded in the access log
 * (LOG-4). Too many of them end the session (AUTH-70, AUTH-71) or cause a known browser to be forgotten (AUTH-72),
 * and the user is emailed (AUTH-75).
 */
@Injectable()
export class CredentialGate {
  constructor(
    private readonly dataSource: DataSource,
    private readonly throttle: LoginThrottle,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly browsers: KnownBrowsers,
    private readonly cookie: BrowserCookie,
    private readonly mail: Outbox,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Returns where a request comes from. `pendingId` is its pending sign-in. */
  sourceOf(request: AppRequest, pendingId?: string): CredentialSource {
    return {
      address: clientAddressOf(request),
      browser: request.browser ?? this.cookie.read(request),
      sessionId: pendingId ?? request.currentUser?.sessionId ?? null,
    };
  }

  /**
   * Runs `verify`, which must throw an `AppError` if the credential is wrong, and should change nothing apart from
   * using up the credential. Server errors don't count as wrong attempts.
   *
   * @throws TOO_MANY_REQUESTS a limit is reached; nothing was checked
   */
  async check<Result>(attempt: CredentialTry, verify: () => Promise<Result>): Promise<Result> {
    const counters = await this.countersOf(attempt);
    const { session, account, address, accountFromAddress } = counters;
    const keys = [session, accountFromAddress, address, account].filter((key) => key !== null);
    await this.throttle.record(...keys);
    let result: Result;
    try {
      result = await verify();
    } catch (error) {
      if (isWrong(error)) await this.recordWrong(attempt, counters);
      else await this.throttle.undo(...keys);
      throw error;
    }
    await this.throttle.undo(...keys);
    // Resets only the account's counter for this address. The other counters keep earlier wrong attempts, because a
    // thief could otherwise reset those counters by using a credential of their own.
    if (accountFromAddress !== null) await this.throttle.reset(accountFromAddress);
    return result;
  }

  private async countersOf({ kind, email, source }: CredentialTry): Promise<Counters> {
    const { address, browser, sessionId } = source;
    const limits = LIMITS[kind];
    const known = email === null ? null : await this.browsers.find(email, browser);
    const mailbox = email === null ? null : emailKey(email);
    return {
      session: sessionId === null ? null : { limit: limits.session, subject: sessionId },
      account:
        known === null
          ? attemptKey(limits.account, mailbox)
          : { limit: 'browser', subject: subjectOf(known) },
      address: { limit: limits.address, subject: address },
      accountFromAddress: attemptKey(limits.accountFromAddress, mailbox && `${mailbox}|${address}`),
      known,
    };
  }

  /**
   * Counts a wrong attempt durably. Ends the session or forgets the browser whose limit is reached, and emails the
   * user.
   */
  private async recordWrong({ kind, email }: CredentialTry, counters: Counters): Promise<void> {
    const { session, account, known } = counters;
    const userId = known?.userId ?? (await this.userIdOf(email));
    await this.dataSource.query(COUNT_FAILURE, [userId ?? UNKNOWN_ACCOUNT, startOfHour(this.now())]);
    const endsSession = session !== null && (await this.throttle.recordWrong(session));
    const isAccountLimit = account !== null && (await this.throttle.recordWrong(account));
    const endsBrowser = isAccountLimit && known !== null;
    if (!endsSession && !isAccountLimit) return;
    const template = LIMITS[kind].mail;
    const limit = endsSession || endsBrowser ? 'ended-mail' : 'limit-mail';
    const isMailed =
      template !== undefined &&
      userId !== null &&
      (await this.throttle.take({ limit, subject: `${userId}|${kind}` }));
    await this.dataSource.transaction(async (manager) => {
      if (endsSession) await this.sessions.end(manager, session.subject);
      if (endsBrowser) {
        await this.sessions.endAllInBrowser(manager, known);
        await this.browsers.forget(manager, known);
      }
      if (isMailed) await this.mail.queue(manager, { template, userId });
    });
  }

  private async userIdOf(email: string | null): Promise<string | null> {
    return email === null ? null : ((await this.users.findByEmail(email))?.id ?? null);
  }
}

/** Whether a check failed because of the credential. */
const isWrong = (error: unknown): boolean =>
  error instanceof AppError && error.status < SERVER_ERROR && error.code !== 'TOO_MANY_REQUESTS';

function attemptKey(limit: AttemptKey['limit'] | undefined, subject: string | null): AttemptKey | null {
  return limit === undefined || subject === null ? null : { limit, subject };
}

/**
 * Returns the subject of a known browser's counter. Each sign-in changes the subject, so the count starts over: a
 * browser that was forgotten isn't refused once it is known again.
 */
const subjectOf = ({ userId, browser, lastSeenAt }: KnownBrowser): string =>
  `${userId}|${browser.toString('base64url')}|${lastSeenAt.getTime()}`;
