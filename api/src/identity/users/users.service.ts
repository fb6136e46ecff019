import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Repository, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { isReservedMoniker } from '@moniker/common/reserved-monikers.js';
import { LedgerBalances } from '../../ledger/queries/ledger-balances.service.js';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { Where } from '../../platform/database/where.js';
import { violatedUniqueConstraint } from '../../platform/database/query-errors.js';
import { AppError } from '../../http/app-error.js';
import { emailKey, storedEmailKey } from '../../http/email-key.js';
import { permissionsOf } from '../../http/permissions.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { isPersonName, PersonName } from './person-name.js';
import { PhoneNumber } from './phone-number.js';
import { type CurrentUserDto, mapUser, roleOf } from './user.dto.js';
import { UserEntity } from './user.entity.js';
import { USER_SEARCH_SQL, userPatterns } from './user-summary.dto.js';

export { isPersonName, PersonName, PhoneNumber, UserEntity };

const MAX_MATCHES = 500;

/** A new user's data; `email` is as typed, but in lowercase. */
export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly moniker: string;
  readonly phoneNumber: string | null;
  readonly passwordHash: string;
}

/** A user with their password hash. */
export interface Credentials {
  readonly user: UserEntity;
  readonly passwordHash: string;
}

/**
 * The bank's users. Deleted users are never found. Methods that take an `EntityManager` run in the caller's
 * transaction.
 */
@OwnsPersonalData('app_user')
@Injectable()
export class UsersService implements PersonalDataOwner {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly balances: LedgerBalances,
    private readonly days: BankDays,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'paysCustomers'>,
  ) {}

  findById(id: string, manager?: EntityManager): Promise<UserEntity | null> {
    return this.in(manager).findOneBy({ id, deletedAt: IsNull() });
  }

  /** @throws AppError NOT_FOUND the user does not exist or is deleted */
  async getById(id: string, manager?: EntityManager): Promise<UserEntity> {
    const user = await this.findById(id, manager);
    if (user === null) throw new AppError('NOT_FOUND');
    return user;
  }

  /**
   * Locks a user's row. Deleting the user and changing anything that belongs to the user both take this lock, so they
   * never overlap.
   *
   * @throws AppError NOT_FOUND the user does not exist or is deleted
   */
  async lock(manager: EntityManager, id: string): Promise<UserEntity> {
    const user = await manager.findOne(UserEntity, {
      where: { id, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    if (user === null) throw new AppError('NOT_FOUND');
    return user;
  }

  /** Locks users' rows, as `lock` does, in id order. Leaves out deleted users. */
  lockAll(manager: EntityManager, ids: readonly string[]): Promise<UserEntity[]> {
    return manager.find(UserEntity, {
      where: { id: In([...ids]), deletedAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** Leaves out deleted users. */
  findByIds(ids: readonly string[]): Promise<UserEntity[]> {
    return this.users.findBy({ id: In([...ids]), deletedAt: IsNull() });
  }

  /**
   * Protects users' rows from changes until the caller's transaction ends. Several transactions can do so at once.
   * Leaves out deleted users.
   */
  lockShared(manager: EntityManager, ids: readonly string[]): Promise<UserEntity[]> {
    return manager.find(UserEntity, {
      where: { id: In([...ids]), deletedAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_read' },
    });
  }

  /**
   * Locks a user's row, as `lock` does, if their password hash is still the given one. Either a password change waits
   * for this transaction, or this call waits for the change and then returns false (AUTH-26).
   */
  async lockWithPasswordHash(manager: EntityManager, id: string, passwordHash: string): Promise<boolean> {
    const user = await manager.findOne(UserEntity, {
      where: { id, passwordHash, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    return user !== null;
  }

  /**
   * Finds the user of a mailbox by any spelling of its address. If several users created by earlier releases share
   * the mailbox, returns the one with exactly this address, or else the one created first (REG-43).
   */
  async findByEmail(email: string, manager?: EntityManager): Promise<UserEntity | null> {
    return this.ofMailbox(email, this.in(manager).createQueryBuilder('user'));
  }

  private async ofMailbox(email: string, users: SelectQueryBuilder<UserEntity>): Promise<UserEntity | null> {
    const found = await users
      .where('user.deletedAt is null')
      .andWhere('coalesce(user.emailKey, user.email) = :key', { key: emailKey(email) })
      .orderBy('user.createdAt', 'ASC')
      .getMany();
    return found.find((user) => user.email === email.toLowerCase()) ?? found[0] ?? null;
  }

  /**
   * Returns the ids of users whose name, email address, moniker, phone number or account number contains `search`,
   * ignoring case and accents.
   *
   * @throws AppError VALIDATION_FAILED more than `MAX_MATCHES` users match; the error names the field `search`
   */
  async idsMatching(search: string): Promise<string[]> {
    const where = new Where().and('u.deleted_at is null').and(USER_SEARCH_SQL, ...userPatterns(search));
    const rows = await this.users.query<{ id: string }[]>(
      `select u.id from app_user u ${where.sql} limit ${where.param(MAX_MATCHES + 1)}`,
      where.values,
    );
    if (rows.length > MAX_MATCHES) {
      const message = `More than ${MAX_MATCHES} customers match. Search for something more specific`;
      throw new AppError('VALIDATION_FAILED', message, { fields: ['search'] });
    }
    return rows.map(({ id }) => id);
  }

  /** Finds a user with their password hash, by email address or id. */
  async findCredentials(by: { email: string } | { id: string }): Promise<Credentials | null> {
    const users = this.users.createQueryBuilder('user').addSelect('user.passwordHash');
    const user =
      'email' in by
        ? await this.ofMailbox(by.email, users)
        : await users.where({ ...by, deletedAt: IsNull() }).getOne();
    if (user?.passwordHash === undefined) return null;
    const { passwordHash } = user;
    delete user.passwordHash;
    return { user, passwordHash };
  }

  /**
   * Creates a user with a verified address. The user gets the given id (their registration's), or else a new one.
   *
   * @throws AppError EMAIL_TAKEN or MONIKER_TAKEN another user has the address or moniker (REG-4)
   */
  async create(manager: EntityManager, user: NewUser & { readonly id?: string }): Promise<UserEntity> {
    const entity = manager.create(UserEntity, {
      id: randomUUID(),
      ...user,
      emailKey: storedEmailKey(user.email),
      isAdmin: false,
      adminRole: null,
      isEmailVerified: true,
      status: 'active',
      frozenAt: null,
      isSignInBlocked: false,
      hasSignedIn: false,
      isFindable: true,
      createdAt: this.now(),
      deletedAt: null,
    });
    await orTaken(manager.insert(UserEntity, entity));
    delete entity.passwordHash;
    return entity;
  }

  /**
   * Replaces the data of an unverified user, created by an earlier release, with the data of the registration that
   * verified the address (REG-14).
   *
   * @throws AppError MONIKER_TAKEN another user has the moniker
   */
  async replaceUnverified(manager: EntityManager, id: string, user: NewUser): Promise<void> {
    const { firstName, lastName, moniker, phoneNumber, passwordHash } = user;
    const data = { firstName, lastName, moniker, phoneNumber, passwordHash, isEmailVerified: true };
    await orTaken(manager.update(UserEntity, { id, isEmailVerified: false }, data));
  }

  /** Whether a moniker belongs to a user with another address, or is reserved by the bank (REG-16). */
  async isMonikerTaken(manager: EntityManager, { email, moniker }: NewUser): Promise<boolean> {
    if (isReservedMoniker(moniker)) return true;
    const others = manager.createQueryBuilder(UserEntity, 'user').where({ moniker });
    return others
      .andWhere('coalesce(user.emailKey, user.email) <> :key', { key: emailKey(email) })
      .getExists();
  }

  /** Freezes a user (ADM-60). The caller must have locked the row. */
  async freeze(
    manager: EntityManager,
    id: string,
    { isSignInBlocked }: Pick<UserEntity, 'isSignInBlocked'>,
  ): Promise<void> {
    await manager.update(UserEntity, { id }, { frozenAt: this.now(), isSignInBlocked });
  }

  /**
   * Checks that a user may sign in. The caller must have locked the row.
   *
   * @throws AppError SIGN_IN_BLOCKED the user is frozen and may not sign in
   */
  async assertSignInAllowed(manager: EntityManager, id: string): Promise<void> {
    const isBlocked = await manager.existsBy(UserEntity, { id, isSignInBlocked: true });
    if (isBlocked) throw new AppError('SIGN_IN_BLOCKED');
  }

  /** Records a sign-in. Returns whether it is the user's first. */
  async recordSignIn(manager: EntityManager, id: string): Promise<boolean> {
    const first = await manager.update(UserEntity, { id, hasSignedIn: false }, { hasSignedIn: true });
    return first.affected === 1;
  }

  async unfreeze(manager: EntityManager, id: string): Promise<void> {
    await manager.update(UserEntity, { id }, { frozenAt: null, isSignInBlocked: false });
  }

  /** Locks all admins' rows, including disabled ones, in id order. */
  lockTeam(manager: EntityManager): Promise<UserEntity[]> {
    return manager.find(UserEntity, {
      where: { adminRole: Not(IsNull()) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** Returns the admins with the role `owner`, except disabled ones. */
  findOwners(manager: EntityManager): Promise<UserEntity[]> {
    return manager.findBy(UserEntity, { isAdmin: true, adminRole: 'owner' });
  }

  /** Changes what an admin may do. The caller must record the change (`recordRoleChange`). */
  async setRole(
    manager: EntityManager,
    id: string,
    state: Pick<UserEntity, 'isAdmin' | 'adminRole'>,
  ): Promise<void> {
    await manager.update(UserEntity, { id }, state);
  }

  async setPasswordHash(manager: EntityManager, id: string, passwordHash: string): Promise<void> {
    await manager.update(UserEntity, { id }, { passwordHash });
  }

  /**
   * Sets the phone number, which can be set only once (SET-3).
   *
   * @throws AppError NOT_FOUND the user does not exist or is deleted
   * @throws AppError PHONE_ALREADY_SET the user already has a phone number
   */
  async setPhoneNumber(id: string, phoneNumber: string): Promise<UserEntity> {
    const set = await this.users.update({ id, phoneNumber: IsNull(), deletedAt: IsNull() }, { phoneNumber });
    const user = await this.getById(id);
    if (set.affected !== 1) throw new AppError('PHONE_ALREADY_SET');
    return user;
  }

  /** Sets whether other customers can find a user by their moniker (SET-13). */
  async setFindable(id: string, isFindable: boolean): Promise<UserEntity> {
    await this.users.update({ id, deletedAt: IsNull() }, { isFindable });
    return this.getById(id);
  }

  /** Erases a user's data. The row stays, because other rows refer to it. */
  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.update(
      UserEntity,
      { id },
      {
        email: `${id}@deleted.invalid`,
        emailKey: null,
        firstName: 'Deleted',
        lastName: 'user',
        moniker: `deleted-${id}`,
        phoneNumber: null,
        passwordHash: '',
        isEmailVerified: false,
        status: 'deleted',
        deletedAt: this.now(),
      },
    );
  }

  async toDto(user: UserEntity): Promise<CurrentUserDto> {
    const { postedCents } = await this.balances.balanceOf(user.id);
    const role = roleOf(user);
    return {
      ...mapUser(user, postedCents),
      bankTimeZone: this.days.timeZone,
      isFindable: user.isFindable,
      canPayMonikers: this.config.paysCustomers,
      ...(role === null ? {} : { permissions: permissionsOf(role) }),
    };
  }

  private in(manager: EntityManager | undefined): Repository<UserEntity> {
    return manager?.getRepository(UserEntity) ?? this.users;
  }
}

/** Rethrows a violated unique constraint as the error that the user gets. */
async function orTaken<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

/** Converts a violated unique constraint into the error that the user gets; null for other errors. */
function takenError(error: unknown): AppError | null {
  const constraint = violatedUniqueConstraint(error);
  if (constraint === 'app_user_email_key') return new AppError('EMAIL_TAKEN');
  return constraint === 'app_user_moniker_key' ? new AppError('MONIKER_TAKEN') : null;
}
