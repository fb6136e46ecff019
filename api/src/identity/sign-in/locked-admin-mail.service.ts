import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isolate } from '@moniker/common/typed-text.js';
import { Outbox } from '../../outbox/outbox.service.js';
import { roleOf } from '../users/user.dto.js';
import { type UserEntity, UsersService } from '../users/users.service.js';

/**
 * When an admin locks their own account, tells all other admins with the role `owner` by email (AUTH-63). The text
 * names the admin, so it is kept sealed until it is sent.
 */
@Injectable()
export class LockedAdminMail {
  constructor(
    private readonly users: UsersService,
    private readonly mail: Outbox,
  ) {}

  /** Queues the mail in the caller's transaction. Does nothing if the user isn't an admin. */
  async notifyOwners(manager: EntityManager, user: UserEntity): Promise<void> {
    const role = roleOf(user);
    if (role === null) return;
    const owners = await this.users.findOwners(manager);
    const name = isolate(`${user.firstName} ${user.lastName}`);
    const secret = `${name} (${role}) reported a sign-in that wasn’t theirs and locked their account`;
    await this.mail.queueAll(
      manager,
      owners
        .filter(({ id }) => id !== user.id)
        .map(({ id: userId }) => ({ template: 'admin-locked', userId, secret })),
    );
  }
}
