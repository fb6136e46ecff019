import { ApiProperty } from '@nestjs/swagger';
import { byTime, type List } from '../../http/list.js';
import { type CursorQuery, pageDto } from '../../http/page.js';

/** An email that failed for good, without its recipient (MAIL-6). */
export class FailedMailDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'verify-email' })
  template: string;

  @ApiProperty()
  tries: number;

  @ApiProperty({ type: String, nullable: true, description: 'The kind of the last failure' })
  failure: string | null;

  @ApiProperty()
  createdAt: Date;

  @ApiProperty()
  failedAt: Date;
}

export class FailedMailPageDto extends pageDto(FailedMailDto) {}

/** Failed emails to users and registrations. Mail to deleted users and ended registrations is left out. */
export const FAILED_MAIL = {
  columns: {
    id: 'o.id',
    template: 'o.template',
    tries: 'o.tries',
    failure: 'o.failure',
    createdAt: 'o.created_at',
    failedAt: 'o.failed_at',
  },
  tables:
    'outbox o left join app_user u on u.id = o.user_id left join registration r on r.id = o.registration_id',
  id: { by: 'o.id', type: 'uuid' },
  condition: 'o.failed_at is not null and u.deleted_at is null and num_nonnulls(u.id, r.id) = 1',
  sorts: byTime('o.failed_at'),
  filters: {},
} as const satisfies List<FailedMailDto, CursorQuery>;
