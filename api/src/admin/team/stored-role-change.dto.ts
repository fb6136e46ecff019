import { IsBoolean, IsIn, IsObject, IsOptional } from 'class-validator';
import { ADMIN_ROLES, type AdminRole } from '@moniker/common/admin-roles.js';
import type { RoleState } from './change-role.command.js';
import { GrantRoleBody, RoleReasonBody } from './team.dto.js';

/** The stored request of a proposal to change a role. Its parts are parsed separately (APR-28). */
export class StoredRoleChange {
  @IsObject()
  decision: Readonly<Record<string, unknown>>;

  /** Missing from older proposals. */
  @IsOptional()
  @IsObject()
  before?: object;
}

export class StoredGrant extends GrantRoleBody {
  @IsIn(['granted'])
  kind: 'granted';
}

export class StoredRemoval extends RoleReasonBody {
  @IsIn(['revoked', 'disabled', 'enabled'])
  kind: 'revoked' | 'disabled' | 'enabled';
}

export class StoredState implements RoleState {
  @IsBoolean()
  isAdmin: boolean;

  @IsIn([...ADMIN_ROLES, null])
  adminRole: AdminRole | null;
}
