import { ApiProperty, OmitType } from '@nestjs/swagger';
import { PersonDto } from '../event-history/event-history.dto.js';
import { Id, OneOf } from '../../http/fields.js';
import { PageQuery, pageDto } from '../../http/page.js';
import { BankDay } from '../../http/query-fields.js';
import type { ColumnsOf } from '../../platform/database/select.js';
import { ACCESS_ACTIONS, type AccessAction } from '../../ledger/ledger.module.js';

/** The filters of the access log. */
export class AccessLogQuery extends OmitType(PageQuery, ['search']) {
  @Id({ optional: true, description: 'The admin who read' })
  actor?: string;

  @Id({
    optional: true,
    description: 'The customer whose data was read, alone or in a list, or whose sign-ins failed',
  })
  customer?: string;

  @OneOf(ACCESS_ACTIONS, { optional: true })
  action?: AccessAction;

  @BankDay('The first bank day')
  from?: string;

  @BankDay('The last bank day')
  to?: string;
}

/** An entry of the access log: ids as recorded, with the names of today. */
export class AccessEntryDto {
  @ApiProperty({ description: 'Its position in the access log, from 1 on without gaps' })
  position: number;

  @ApiProperty()
  recordedAt: Date;

  @ApiProperty({ example: 'kyc-application', description: 'What was read' })
  action: string;

  @ApiProperty({ type: PersonDto, nullable: true, description: 'Who read; null for the system' })
  actor: PersonDto | null;

  @ApiProperty({ type: PersonDto, nullable: true, description: 'Null if there are several or none' })
  customer: PersonDto | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The people shown, or the failed sign-ins; null for an export',
  })
  count: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The id of what was read, beside the customer' })
  object: string | null;

  @ApiProperty({ type: [String], description: 'The names of the filters in use' })
  filters: string[];

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'The hour of failed sign-ins',
  })
  hour: Date | null;

  @ApiProperty({ description: 'The id of the request, as in the log of requests' })
  correlationId: string;

  @ApiProperty({ description: 'In hex' })
  hash: string;
}

/** A row of the list before it has the names of people. */
export type AccessRow = Pick<
  AccessEntryDto,
  'position' | 'recordedAt' | 'action' | 'count' | 'correlationId'
> & {
  readonly actor: string;
  readonly subject: string | null;
  readonly details: string;
  readonly hash: Buffer;
};

export const ACCESS_COLUMNS: ColumnsOf<AccessRow> = {
  position: 'a.position',
  recordedAt: 'a.recorded_at',
  action: 'a.action',
  count: 'a.count',
  correlationId: 'a.correlation_id',
  actor: 'a.actor',
  subject: 'a.subject',
  details: 'a.details',
  hash: 'a.hash',
};

export class AccessEntryPageDto extends pageDto(AccessEntryDto) {}
