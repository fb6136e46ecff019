import { ApiProperty } from '@nestjs/swagger';
import { ADMIN_ROLES, type AdminRole } from '@moniker/common/admin-roles.js';
import { MAX_TEAM_REASON_LENGTH } from '@moniker/common/text-lengths.js';
import { OneOf, ShortText } from '../../http/fields.js';
import { UserSummaryDto } from '../../identity/users/user-summary.dto.js';

const CHANGE_KINDS = ['granted', 'revoked', 'disabled', 'enabled'] as const;

/** The reason for a team change. */
export class RoleReasonBody {
  @ShortText(MAX_TEAM_REASON_LENGTH, { message: 'Add a reason' })
  reason: string;
}

export class GrantRoleBody extends RoleReasonBody {
  @OneOf(ADMIN_ROLES)
  role: AdminRole;
}

/** A team change, as owners see it. */
export class RoleChangeDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: UserSummaryDto })
  user: UserSummaryDto;

  @ApiProperty({ enum: CHANGE_KINDS })
  kind: (typeof CHANGE_KINDS)[number];

  @ApiProperty({ enum: ADMIN_ROLES })
  role: AdminRole;

  @ApiProperty({ type: UserSummaryDto, nullable: true, description: 'Null for the bank’s operator' })
  by: UserSummaryDto | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null once it is erased' })
  reason: string | null;

  @ApiProperty()
  changedAt: Date;
}

/** An admin, or someone whose access is disabled. */
export class TeamMemberDto {
  @ApiProperty({ type: UserSummaryDto })
  user: UserSummaryDto;

  @ApiProperty({ enum: ADMIN_ROLES })
  role: AdminRole;

  @ApiProperty({ description: 'Keeps the role but cannot use the panel' })
  isDisabled: boolean;
}

export class TeamDto {
  @ApiProperty({ type: TeamMemberDto, isArray: true })
  members: TeamMemberDto[];

  @ApiProperty({ type: RoleChangeDto, isArray: true, description: 'The newest 50, newest first' })
  changes: RoleChangeDto[];
}
