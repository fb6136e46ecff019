import { ApiProperty } from '@nestjs/swagger';
import { HANDLE_WORD } from '@moniker/common/brand.js';
import { searchedDigits, searchKey } from '@moniker/common/search-key.js';
import { likePattern } from '../../platform/database/where.js';

/** A user as shown in other records, such as a record's owner in admin lists. */
export class UserSummaryDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  email: string;

  @ApiProperty()
  firstName: string;

  @ApiProperty()
  lastName: string;

  @ApiProperty({ description: `The ${HANDLE_WORD}, without the leading $` })
  moniker: string;
}

/** `UserSummaryDto` as SQL, for handwritten list queries; `u` is `app_user`. */
export const USER_SUMMARY_SQL = `json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name,
  'lastName', u.last_name, 'moniker', u.moniker)`;

/** A user's searchable text, exactly as indexed by migration 1763604841000; `u` is `app_user`. */
const SEARCH_KEY_SQL = `search_key(u.first_name, u.last_name, u.email collate "default",
  u.moniker collate "default", u.phone_number, regexp_replace(u.phone_number, '[^0-9]', '', 'g'))`;

const ACCOUNT_NUMBER_OWNERS_SQL = `select user_id from account_request
  where account_number like ? and status = 'approved'`;

/**
 * A condition on `app_user u`: name, email address, moniker, phone number or account number contains the search text
 * (ADM-70). The values for `?` are the text's `userPatterns`.
 */
export const USER_SEARCH_SQL = `${SEARCH_KEY_SQL} like search_key(?) or ${SEARCH_KEY_SQL} like ?
  or u.id = any(array(${ACCOUNT_NUMBER_OWNERS_SQL}))`;

/**
 * Returns the patterns for a user search. Drops a leading `$`, which screens show before monikers. A typed phone or
 * account number is compared by its digits only.
 */
export function userPatterns(search: string): [text: string, digits: string, accountNumber: string] {
  const text = search.replace(/^\$/, '');
  const digits = searchedDigits(text);
  const pattern = likePattern(digits ?? text);
  // If the search isn't a number, the second pattern is redundant, because the first pattern already finds all users
  // that the second one finds.
  return [likePattern(text), digits === null ? likePattern(searchKey(text)) : pattern, pattern];
}

/** The ids of users that `USER_SEARCH_SQL` matches, as an array. */
export const MATCHING_USER_IDS_SQL = `array(select u.id from app_user u
  where ${SEARCH_KEY_SQL} like search_key(?) or ${SEARCH_KEY_SQL} like ?
  union ${ACCOUNT_NUMBER_OWNERS_SQL})`;
