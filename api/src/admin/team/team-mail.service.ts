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
  /** Who proposed the change, if two admins made it. */
  readonly proposer: UserEntity | null;
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

function textOf({ change: { kind, role, reason }, actor, member, proposer }: Notice): string {
  const by = actor === null ? 'An operator' : nameOf(actor);
  const proposed = proposer === null ? '' : `, as proposed by ${nameOf(proposer)}`;
  return `${by} ${actionOf(kind, role, nameOf(member))}${proposed}. Reason: ${reason}`;
}

function nameOf({ firstName, lastName }: UserEntity): string {
  return isolate(`${firstName} ${lastName}`);
}

function actionOf(kind: RoleChange['kind'], role: string, name: string): string {
  switch (kind) {
    case 'granted':
      return `set ${name}’s role to ${role}`;
    case 'revoked':
      return `removed the ${role} role from ${name}`;
    case 'disabled':
      return `disabled ${name}’s access (role: ${role})`;
    case 'enabled':
      return `restored ${name}’s access (role: ${role})`;
  }
}
