import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Pattern, ShortText } from './fields.js';
import { WholeNumber } from './query-fields.js';

const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 25;

/** Query parameters of every paginated list. */
export class CursorQuery {
  @Pattern(/^[A-Za-z0-9_-]{1,400}$/, 'cursor must be the nextCursor of the page before', {
    optional: true,
    description:
      'The `nextCursor` of the page before, of the same filters and sort; without it, the first page',
  })
  cursor?: string;
}

/** Query parameters of admin lists. Each list adds its own filters and sorts. */
export class PageQuery extends CursorQuery {
  @ShortText(100, {
    optional: true,
    description: 'What to look for; which fields are searched is the list’s',
  })
  search?: string;

  @WholeNumber(1, MAX_PAGE_SIZE, `How many at most; ${DEFAULT_PAGE_SIZE} if left out`)
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
      description: 'Of the page after this one; null on the last',
    })
    nextCursor: string | null;

    @ApiPropertyOptional({ description: 'How many match, counted up to 10,000; only on the first page' })
    total?: number;
  }
  Object.defineProperty(PageDto, 'name', { value: item.name.replace(/Dto$/, 'PageDto') });
  return PageDto;
}
