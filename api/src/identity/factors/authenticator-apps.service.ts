import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { DataSource, type EntityManager } from 'typeorm';
import { BRAND } from '@moniker/common/brand.js';
import { AppError } from '../../http/app-error.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { seal, unseal } from '../../platform/crypto/sealed-text.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import type { AuthenticatorAppDto, NewAuthenticatorAppDto } from './factor.dto.js';

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** How many time steps before and after the current one are also accepted, because clocks differ. */
const WINDOW = 1;
/** How long a new secret stays valid while waiting for its first code. */
const SETUP_MS = 15 * 60 * 1000;

interface StoredApp {
  readonly id: string;
  readonly secret_ciphertext: Buffer;
}

/** A new app whose first code was correct. */
export interface VerifiedApp {
  readonly id: string;
  readonly step: number;
}

/** Authenticator apps (TOTP, RFC 6238): one per user. The secret is sealed; each code works once (AUTH-52). */
@Injectable()
export class AuthenticatorApps {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Returns a user's app; null until its first code has been verified. */
  async find(userId: string): Promise<AuthenticatorAppDto | null> {
    const [app] = await this.dataSource.query<AuthenticatorAppDto[]>(
      `select confirmed_at as "createdAt", last_used_at as "lastUsedAt" from authenticator_app
        where user_id = $1 and confirmed_at is not null`,
      [userId],
    );
    return app ?? null;
  }

  /**
   * Creates a secret, replacing one that is still pending.
   *
   * @throws CONFLICT the user already has an app
   */
  async start({ id: userId, email }: { id: string; email: string }): Promise<NewAuthenticatorAppDto> {
    const secret = new Secret({ size: SECRET_BYTES });
    const started = await this.dataSource.query<unknown[]>(
      `insert into authenticator_app (id, user_id, secret_ciphertext, last_step, created_at)
       values ($1, $2, $3, 0, $4)
       on conflict (user_id) do update
         set id = excluded.id, secret_ciphertext = excluded.secret_ciphertext, created_at = excluded.created_at
         where authenticator_app.confirmed_at is null
       returning id`,
      [randomUUID(), userId, seal(secret.base32, this.config.secrets.authenticatorApps), this.now()],
    );
    if (started.length === 0) throw new AppError('CONFLICT', 'Remove the authenticator app first');
    const uri = new TOTP({ secret, issuer: BRAND, label: email, period: STEP_SECONDS }).toString();
    return { secret: secret.base32, uri };
  }

  /**
   * Checks a new app's first code.
   *
   * @throws FACTOR_INVALID the code is wrong, or no secret is pending
   */
  async verifyNew(userId: string, code: string): Promise<VerifiedApp> {
    const [app] = await this.dataSource.query<StoredApp[]>(
      `select id, secret_ciphertext from authenticator_app
        where user_id = $1 and confirmed_at is null and created_at > $2`,
      [userId, new Date(this.now().getTime() - SETUP_MS)],
    );
    if (app === undefined) {
      throw new AppError('FACTOR_INVALID', 'This setup key is no longer valid. Cancel and add the app again');
    }
    const step = this.stepOf(app, code);
    if (step === null) throw new AppError('FACTOR_INVALID');
    return { id: app.id, step };
  }

  /**
   * Activates a new app; this uses up its first code.
   *
   * @throws FACTOR_INVALID the app was replaced or activated concurrently
   */
  async add(manager: EntityManager, { id, step }: VerifiedApp): Promise<void> {
    const [, added] = await manager.query<[unknown[], number]>(
      `update authenticator_app set confirmed_at = $2, last_step = $3 where id = $1 and confirmed_at is null`,
      [id, this.now(), step],
    );
    if (added === 0) throw new AppError('FACTOR_INVALID');
  }

  /** @throws NOT_FOUND the user has no app */
  async remove(manager: EntityManager, userId: string): Promise<void> {
    const [, removed] = await manager.query<[unknown[], number]>(
      'delete from authenticator_app where user_id = $1 and confirmed_at is not null',
      [userId],
    );
    if (removed === 0) throw new AppError('NOT_FOUND');
  }

  /**
   * Uses up a code. Returns whether the code is correct and newer than every used code. If two requests use the same
   * code in parallel, only one of them succeeds.
   */
  async use(userId: string, code: string): Promise<boolean> {
    const [app] = await this.dataSource.query<StoredApp[]>(
      'select id, secret_ciphertext from authenticator_app where user_id = $1 and confirmed_at is not null',
      [userId],
    );
    const step = app === undefined ? null : this.stepOf(app, code);
    if (app === undefined || step === null) return false;
    const [, used] = await this.dataSource.query<[unknown[], number]>(
      'update authenticator_app set last_step = $2, last_used_at = $3 where id = $1 and last_step < $2',
      [app.id, step, this.now()],
    );
    return used === 1;
  }

  /** Returns a correct code's time step; null for a wrong one. */
  private stepOf({ secret_ciphertext: sealed }: StoredApp, code: string): number | null {
    const keys = [this.config.secrets, ...this.config.previousSecrets];
    const secret = unseal(
      sealed,
      keys.map(({ authenticatorApps }) => authenticatorApps),
    );
    const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_SECONDS });
    const timestamp = this.now().getTime();
    const delta = totp.validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? null : totp.counter({ timestamp }) + delta;
  }
}
