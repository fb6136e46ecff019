import { Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { DataSource, type EntityManager } from 'typeorm';
import { USER_SUMMARY_SQL } from '../../identity/users/user-summary.dto.js';
import type { RoleChangeDto, TeamDto, TeamMemberDto } from './team.dto.js';

const MAX_MEMBERS = 500;
const MAX_CHANGES = 50;

const SELECT_MEMBERS = `
  select ${USER_SUMMARY_SQL} as "user", u.admin_role as role, not u.is_admin as "isDisabled" from app_user u
    where u.admin_role is not null and u.deleted_at is null
    order by u.is_admin desc, u.first_name, u.last_name, u.id limit ${MAX_MEMBERS}`;

const SELECT_CHANGES = `
  select c.id, (select ${USER_SUMMARY_SQL} from app_user u where u.id = c.user_id) as "user", c.kind, c.role,
      (select ${USER_SUMMARY_SQL} from app_user u where u.id = c.actor_id) as "by", c.reason,
      c.changed_at as "changedAt"
    from admin_role_change c order by c.changed_at desc, c.id desc limit ${MAX_CHANGES}`;

/** The bank's admins and the history of their roles. */
@OwnsPersonalData('admin_role_change')
@Injectable()
export class TeamService implements PersonalDataOwner {
  constructor(private readonly dataSource: DataSource) {}

  async read(): Promise<TeamDto> {
    const [members, changes] = await Promise.all([
      this.dataSource.query<TeamMemberDto[]>(SELECT_MEMBERS),
      this.dataSource.query<RoleChangeDto[]>(SELECT_CHANGES),
    ]);
    return { members, changes };
  }

  /** Erases the reasons for a user's role changes. The log keeps their salted digests. */
  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.query('update admin_role_change set reason = null, salt = null where user_id = $1', [id]);
  }
}
