import { ApiProperty } from '@nestjs/swagger';
import { MAX_FILTER_NAME_LENGTH } from '@moniker/common/text-lengths.js';
import { OneOf, Pattern, ShortText } from '../../http/fields.js';
import type { SavedFilterEntity } from './saved-filter.entity.js';

/** The admin lists whose filters can be saved. */
export const FILTERED_LISTS = ['users', 'requests', 'kyc', 'outgoing', 'incoming', 'transactions'] as const;
export type FilteredList = (typeof FILTERED_LISTS)[number];

/** One to ten filters, as they appear in the list's URL. */
const FILTERS = /^[A-Za-z]{1,20}=[^&=#\s]{1,300}(&[A-Za-z]{1,20}=[^&=#\s]{1,300}){0,9}$/;
const FILTERS_MESSAGE = 'filters must be the filters of a list, such as status=pending';

export class SavedFiltersQuery {
  @OneOf(FILTERED_LISTS)
  list: FilteredList;
}

export class SaveFilterBody extends SavedFiltersQuery {
  @ShortText(MAX_FILTER_NAME_LENGTH, { message: 'Please enter a name' })
  name: string;

  @Pattern(FILTERS, FILTERS_MESSAGE, {
    description: 'The filters as in the list’s address, such as `status=pending&sort=oldest`',
  })
  filters: string;
}

/** A list's filters, as saved by an admin (ADM-36). */
export class SavedFilterDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: FILTERED_LISTS })
  list: FilteredList;

  @ApiProperty()
  name: string;

  @ApiProperty({ example: 'status=pending&sort=oldest' })
  filters: string;
}

export function mapSavedFilter({ id, list, name, filters }: SavedFilterEntity): SavedFilterDto {
  return { id, list: list as FilteredList, name, filters: new URLSearchParams(filters).toString() };
}
