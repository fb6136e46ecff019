import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { emailKey, storedEmailKey } from '../../http/email-key.js';
import { newId } from '../../platform/crypto/new-id.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import type { Credentials, NewUser } from '../users/users.service.js';
import { hashPassword } from '../../platform/crypto/passwords.js';

const HOUR_MS = 60 * 60 * 1000;
const SALT_BYTES = 16;

/** A registration whose address isn't verified yet. Its id becomes the user's. */
export interface PendingRegistration extends NewUser {
  readonly id: string;
}

const COLUMNS = `r.id, r.email, r.first_name as "firstName", r.last_name as "lastName", r.moniker,
  r.phone_number as "phoneNumber", r.password_hash as "passwordHash"`;

/**
 * Registrations whose email address isn't verified yet. An address can have several, each bound to the browser that
 * made it, so nobody can complete someone else's registration (REG-12). Registrations expire (REG-13).
 */
@Injectable()
export class PendingRegistrations {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Hashes a password with a salt that all registrations of an email address share. A sign-in can therefore find one of
   * these registrations with a single hash, which is no more than any other sign-in needs (AUTH-4). The salt is secret
   * and differs for each address.
   */
  hashPassword(email: string, password: string): Promise<string> {
    const salt = createHmac('sha256', this.config.secrets.registration).update(emailKey(email)).digest();
    return hashPassword(password, salt.subarray(0, SALT_BYTES));
  }

  /** Blocks concurrent changes to the registrations of an address and of a moniker until the transaction ends. */
  async lock(manager: EntityManager, { email, moniker }: Pick<NewUser, 'email' | 'moniker'>): Promise<void> {
    // Always in this order, to avoid deadlocks.
    for (const key of [`email:${emailKey(email)}`, `moniker:${moniker}`]) {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`registration:${key}`]);
    }
  }

  /** Whether an address has a registration. */
  async hasAny(manager: EntityManager, email: string): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      'select 1 from registration where coalesce(email_key, email) = $1 and expires_at > $2 limit 1',
      [emailKey(email), this.now()],
    );
    return found.length > 0;
  }

  /** Whether a registration for another address reserves a moniker. */
  async reservesMoniker(manager: EntityManager, { email, moniker }: NewUser): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      `select 1 from registration
        where moniker = $1 and coalesce(email_key, email) <> $2 and expires_at > $3 limit 1`,
      [moniker, emailKey(email), this.now()],
    );
    return found.length > 0;
  }

  /** Returns a browser's registration for an address. */
  async findBound(
    email: string,
    browser: Buffer | null,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<PendingRegistration | null> {
    const [found] = await manager.query<PendingRegistration[]>(
      `select ${COLUMNS} from registration_browser b join registration r on r.id = b.registration_id
        where b.browser_hash = $1 and b.email = $2 and r.expires_at > $3`,
      [browser, emailKey(email), this.now()],
    );
    return found ?? null;
  }

  /** Returns the registration with this address and password, whichever browser it is bound to. */
  async findByPassword(email: string, password: string): Promise<PendingRegistration | null> {
    const passwordHash = await this.hashPassword(email, password);
    const [found] = await this.dataSource.query<PendingRegistration[]>(
      `select ${COLUMNS} from registration r
        where coalesce(r.email_key, r.email) = $1 and r.password_hash = $2 and r.expires_at > $3 order by r.expires_at desc limit 1`,
      [emailKey(email), passwordHash, this.now()],
    );
    return found ?? null;
  }

  /**
   * Returns a registration with the data of an unverified user who registered under an earlier release (REG-14). The
   * first call creates the registration; later calls extend its lifetime.
   */
  async adopt(manager: EntityManager, { user, passwordHash }: Credentials): Promise<PendingRegistration> {
    const { id, email, firstName, lastName, moniker, phoneNumber } = user;
    await manager.query(
      `insert into registration
         (id, email, first_name, last_name, moniker, phone_number, password_hash, expires_at, email_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do update set expires_at = excluded.expires_at`,
      [
        ...[id, email, firstName, lastName, moniker, phoneNumber, passwordHash],
        this.expiry(),
        storedEmailKey(email),
      ],
    );
    return { id, email, firstName, lastName, moniker, phoneNumber, passwordHash };
  }

  /** Stores a registration, binds it to its browser and returns its id. */
  async create(manager: EntityManager, user: NewUser, browser: Buffer): Promise<string> {
    const id = newId();
    const { email, firstName, lastName, moniker, phoneNumber, passwordHash } = user;
    await manager.query(
      `insert into registration
         (id, email, first_name, last_name, moniker, phone_number, password_hash, expires_at, email_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[id, email, firstName, lastName, moniker, phoneNumber, passwordHash],
        this.expiry(),
        storedEmailKey(email),
      ],
    );
    await this.bind(manager, { id, email }, browser);
    return id;
  }

  /** Replaces a registration's data, without extending its lifetime. */
  async replace(manager: EntityManager, id: string, user: NewUser): Promise<void> {
    const { firstName, lastName, moniker, phoneNumber, passwordHash } = user;
    await manager.query(
      `update registration
          set first_name = $2, last_name = $3, moniker = $4, phone_number = $5, password_hash = $6
        where id = $1`,
      [id, firstName, lastName, moniker, phoneNumber, passwordHash],
    );
  }

  /** Binds a registration to a browser, replacing that browser's earlier registration for the same address. */
  async bind(
    manager: EntityManager,
    { id, email }: Pick<PendingRegistration, 'id' | 'email'>,
    browser: Buffer,
  ): Promise<void> {
    await manager.query(
      `insert into registration_browser (browser_hash, email, registration_id) values ($1, $2, $3)
       on conflict (browser_hash, email) do update set registration_id = excluded.registration_id`,
      [browser, emailKey(email), id],
    );
  }

  private expiry(): Date {
    return new Date(this.now().getTime() + this.config.limits.registrationHours * HOUR_MS);
  }

  /** Deletes all of an address's registrations. */
  async deleteAllOf(manager: EntityManager, email: string): Promise<void> {
    await manager.query('delete from registration where coalesce(email_key, email) = $1', [emailKey(email)]);
  }
}

/**
 * Whether a registration has the same data as `user`. Equal passwords have equal hashes, because the salt belongs to
 * the address.
 */
export function isSameRegistration(registration: PendingRegistration, user: NewUser): boolean {
  const { id: _, ...data } = registration;
  return Object.entries(data).every(([name, value]) => user[name as keyof NewUser] === value);
}
