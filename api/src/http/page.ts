import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_SEARCH_LENGTH } from '@moniker/common/text-lengths.js';
import { Pattern, ShortText } from './fields.js';
import { WholeNumber } from './query-fields.js';

const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 25;
const CURSOR = /^[A-Za-z0-9_-]{1,400}$/;

/** Query parameters of every paginated list. */
export class CursorQuery {
  @Pattern(CURSOR, 'cursor must be the nextCursor of the previous page', {
    optional: true,
    description:
      'The `nextCursor` of the previous page with the same filters and sort. Without it, the first page',
  })
  cursor?: string;
}

/** Query parameters of admin lists. Each list adds its own filters and sorts. */
export class PageQuery extends CursorQuery {
  @ShortText(MAX_SEARCH_LENGTH, {
    optional: true,
    description: 'Text to search for. Each list defines which fields it searches',
  })
  search?: string;

  @WholeNumber(1, MAX_PAGE_SIZE, `Maximum number of items; ${DEFAULT_PAGE_SIZE} by default`)
  limit?: number;
}

/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null;
  /** Number of matching items, counted up to `MAX_COUNTED`; only on the first page. */
  total?: number;
}

/** Creates the class that documents a page of `item`. */
export function pageDto<Item>(item: Type<Item>): Type<Page<Item>> {
  class PageDto implements Page<Item> {
    @ApiProperty({ type: [item] })
    items: Item[];

    @ApiProperty({
      type: String,
      nullable: true,
      pattern: CURSOR.source,
      description: 'Cursor of the next page; null on the last one',
    })
    nextCursor: string | null;

    @ApiPropertyOptional({
      description: 'Number of matching items, counted up to 10,000; only on the first page',
    })
    total?: number;
  }
  Object.defineProperty(PageDto, 'name', { value: item.name.replace(/Dto$/, 'PageDto') });
  return PageDto;
}
