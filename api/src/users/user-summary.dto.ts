import { ApiProperty } from '@nestjs/swagger';

/** Who a record belongs to, as admins see it in lists. */
export class UserSummaryDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  email: string;

  @ApiProperty()
  firstName: string;

  @ApiProperty()
  lastName: string;

  @ApiProperty()
  moniker: string;
}

/** Columns of `app_user` under the names of `UserSummaryDto`, for hand-written list queries; `u` is the table. */
export const USER_SUMMARY_SQL = `json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name,
  'lastName', u.last_name, 'moniker', u.moniker)`;
