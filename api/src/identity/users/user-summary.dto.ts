import { ApiProperty } from '@nestjs/swagger';
import { likePattern } from '../../platform/database/where.js';

/** The owner of a record in admin lists. */
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

/** `UserSummaryDto` as SQL, for handwritten list queries; `u` is `app_user`. */
export const USER_SUMMARY_SQL = `json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name,
  'lastName', u.last_name, 'moniker', u.moniker)`;

/** The searchable text of a user, exactly as indexed by migration 1763600900000; `u` is `app_user`. */
const SEARCH_TEXT_SQL = `search_text(u.first_name, u.last_name, u.email collate "default",
  u.moniker collate "default", u.phone_number, regexp_replace(u.phone_number, '[^0-9]', '', 'g'))`;

const ACCOUNT_NUMBER_OWNERS_SQL = `select user_id from account_request
  where account_number like ? and status = 'approved'`;

/**
 * A condition on `app_user u`: name, email address, moniker, phone number or account number contains a text. Both `?`
 * take the `userPattern` of the text.
 */
export const USER_SEARCH_SQL = `${SEARCH_TEXT_SQL} like lower(?) or u.id = any(array(${ACCOUNT_NUMBER_OWNERS_SQL}))`;

/** The pattern for a search of users. Screens show a moniker as `$alice`. */
export const userPattern = (search: string): string => likePattern(search.replace(/^\$/, ''));

/** The ids of the users that `USER_SEARCH_SQL` matches, as an array. */
export const MATCHING_USER_IDS_SQL = `array(select u.id from app_user u where ${SEARCH_TEXT_SQL} like lower(?)
  union ${ACCOUNT_NUMBER_OWNERS_SQL})`;
