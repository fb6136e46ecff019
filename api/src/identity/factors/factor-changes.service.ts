import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { FactorsService } from './factors.service.js';
import { RecoveryCodes } from './recovery-codes.service.js';
import { AppError } from '../../http/app-error.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { ApprovalKey, EventOrigin } from '../../ledger/domain/events.js';
import type { RowSubmission } from '../../ledger/writer/submission.js';
import { Outbox } from '../../outbox/outbox.service.js';
import { UsersService } from '../users/users.service.js';
import { FactorAccess } from './factor-access.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

export type FactorKind = 'passkey' | 'authenticator_app';

/** New recovery codes, if a user without a second factor added one; otherwise null. */
export type IssuedCodes = readonly string[] | null;

const TEMPLATES = {
  passkey: { added: 'passkey-added', removed: 'passkey-removed' },
  authenticator_app: { added: 'authenticator-app-added', removed: 'authenticator-app-removed' },
} as const;

/** Changes a user's second factors (AUTH-53, AUTH-58). `add` and `remove` run in the caller's transaction. */
@Injectable()
export class FactorChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly factors: FactorsService,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly mail: Outbox,
    private readonly access: FactorAccess,
  ) {}

  /**
   * Adds a factor with `insert` and emails the user. The factor counts as confirmed in this session. If the user had no
   * factor before, also returns new recovery codes and ends all other sessions, which could belong to someone who knows
   * the password (AUTH-76).
   */
  async add(
    manager: EntityManager,
    user: AuthenticatedUser,
    kind: FactorKind,
    insert: () => Promise<void>,
  ): Promise<IssuedCodes> {
    const { userId, sessionId } = user;
    await this.users.lock(manager, userId);
    const isFirst = (await this.factors.methodsOf(userId, manager)).length === 0;
    await insert();
    await this.sessions.confirm(manager, sessionId, 'factor');
    await this.mail.queue(manager, { template: TEMPLATES[kind].added, userId });
    if (!isFirst) return null;
    await this.sessions.endOthersOf(user, manager);
    const codes = await this.recoveryCodes.create();
    await this.recoveryCodes.replace(manager, userId, codes);
    return codes.codes;
  }

  /**
   * Removes a factor with `remove` and emails the user. Removing the last factor also deletes the recovery codes.
   *
   * @throws LAST_FACTOR an admin must keep one factor (AUTH-55)
   */
  async remove<Removed>(
    manager: EntityManager,
    { userId }: AuthenticatedUser,
    kind: FactorKind,
    remove: () => Promise<Removed>,
  ): Promise<Removed> {
    // The role may have changed since the request began.
    const { isAdmin } = await this.users.lock(manager, userId);
    const removed = await remove();
    const isLast = (await this.factors.methodsOf(userId, manager)).length === 0;
    if (isLast && this.access.isRequiredOf({ isAdmin })) throw new AppError('LAST_FACTOR');
    if (isLast) await this.recoveryCodes.deleteAllOf(manager, userId);
    await this.mail.queue(manager, { template: TEMPLATES[kind].removed, userId });
    return removed;
  }

  /**
   * Replaces a user's recovery codes, returns the new ones and emails the user. If two requests renew the codes in
   * parallel, the last renewal counts.
   *
   * @throws CONFLICT the user has no factor that recovery codes could stand in for
   */
  async renewRecoveryCodes(userId: string): Promise<readonly string[]> {
    const codes = await this.recoveryCodes.create();
    await this.dataSource.transaction(async (manager) => {
      await this.users.lock(manager, userId);
      const methods = await this.factors.methodsOf(userId, manager);
      if (methods.length === 0) throw new AppError('CONFLICT', 'Add a passkey or an authenticator app first');
      await this.recoveryCodes.replace(manager, userId, codes);
      await this.mail.queue(manager, { template: 'recovery-codes-renewed', userId });
    });
    return codes.codes;
  }
}

interface AddedFactor {
  readonly userId: string;
  readonly factor: FactorKind;
  readonly origin: EventOrigin;
  /** Set for an admin's passkey (AUTH-90). */
  readonly key: ApprovalKey | null;
}

/** The command that records a new factor. It must be the last command of its transaction. */
export function addedFactor(payload: AddedFactor): RowSubmission['command'] {
  return {
    type: 'RecordAudit',
    stream: `user:${payload.userId}`,
    event: { type: 'FactorAdded', payload: { ...payload } },
  };
}

interface RemovedFactor {
  readonly userId: string;
  readonly factor: FactorKind;
  /** Set for a passkey. */
  readonly credentialId: string | null;
}

/** The command that records a factor's removal. It must be the last command of its transaction. */
export function removedFactor(payload: RemovedFactor): RowSubmission['command'] {
  return {
    type: 'RecordAudit',
    stream: `user:${payload.userId}`,
    event: { type: 'FactorRemoved', payload: { ...payload } },
  };
}
