import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isolate } from '@moniker/common/typed-text.js';
import { Outbox } from '../../outbox/outbox.service.js';
import type { UserEntity } from '../../identity/users/users.service.js';
import type { RoleChange } from './record-role-change.js';

interface Notice {
  readonly change: RoleChange;
  /** Null for an operator at the command line. */
  readonly actor: UserEntity | null;
  readonly member: UserEntity;
}

/** Mail to all owners about changes to the team (SEC-42). The text names people, so it is sealed until it is sent. */
@Injectable()
export class TeamMail {
  constructor(private readonly mail: Outbox) {}

  /** Queues the mail in the caller's transaction. */
  async notify(manager: EntityManager, owners: readonly UserEntity[], notice: Notice): Promise<void> {
    const secret = textOf(notice);
    await this.mail.queueAll(
      manager,
      owners.map(({ id: userId }) => ({ template: 'team-changed', userId, secret })),
    );
  }
}

function textOf({ change: { kind, role, reason }, actor, member }: Notice): string {
  const by = actor === null ? 'An operator' : isolate(`${actor.firstName} ${actor.lastName}`);
  const name = isolate(`${member.firstName} ${member.lastName}`);
  return `${by} ${actionOf(kind, role, name)}. Reason: ${reason}`;
}

function actionOf(kind: RoleChange['kind'], role: string, name: string): string {
  switch (kind) {
    case 'granted':
      return `gave ${name} the ${role} role`;
    case 'revoked':
      return `removed the ${role} role from ${name}`;
    case 'disabled':
      return `disabled ${name}’s access (role: ${role})`;
    case 'enabled':
      return `restored ${name}’s access (role: ${role})`;
  }
}
