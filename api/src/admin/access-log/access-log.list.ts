import { ApiProperty, OmitType } from '@nestjs/swagger';
import { PersonDto } from '../event-history/event-history.dto.js';
import { Id, OneOf } from '../../http/fields.js';
import { PageQuery, pageDto } from '../../http/page.js';
import { BankDay } from '../../http/query-fields.js';
import { byTime, type List } from '../../http/list.js';
import { ACCESS_ACTIONS, type AccessAction, showsCustomer } from '../../ledger/ledger.module.js';

/** Filters for the access log. */
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

/** An access-log entry: ids as recorded, with people's current names. */
export class AccessEntryDto {
  @ApiProperty({ description: 'Its position in the access log. Positions start at 1 and have no gaps' })
  position: number;

  @ApiProperty()
  recordedAt: Date;

  @ApiProperty({ example: 'kyc-application', description: 'What was read, or `failed-sign-ins`' })
  action: string;

  @ApiProperty({ type: PersonDto, nullable: true, description: 'Who read; null for the system' })
  actor: PersonDto | null;

  @ApiProperty({ type: PersonDto, nullable: true, description: 'Null if there are several or none' })
  customer: PersonDto | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of people shown or of failed sign-ins; null for an export',
  })
  count: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The id of the object that was read, if it is not the customer',
  })
  object: string | null;

  @ApiProperty({ type: [String], description: 'The names of the filters in use' })
  filters: string[];

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'The hour of failed sign-ins',
  })
  hour: Date | null;

  @ApiProperty({ description: 'The request id, as in the request log; a new id for the system' })
  correlationId: string;

  @ApiProperty({ description: 'In hex' })
  hash: string;
}

export class AccessEntryPageDto extends pageDto(AccessEntryDto) {}

/** A row of the list before people's names are added. */
export interface AccessRow extends Omit<AccessEntryDto, 'actor' | 'customer'> {
  readonly actorId: string | null;
  readonly customerId: string | null;
}

/** A request's filters, with its days converted to times. */
type AccessFilter = Omit<AccessLogQuery, 'from' | 'to'> & {
  readonly from: Date | null;
  readonly to: Date | null;
};

/** The access log, newest first (LOG-8). */
export const ACCESS_LOG: List<AccessRow, AccessFilter> = {
  columns: {
    position: 'a.position',
    recordedAt: 'a.recorded_at',
    action: 'a.action',
    actorId: `substring(a.actor from '^user:([0-9a-f-]{36})$')`,
    customerId: 'a.subject',
    count: 'a.count',
    object: `a.details::json ->> 'object'`,
    filters: `coalesce(a.details::json -> 'filters', '[]')`,
    hour: `(a.details::json ->> 'hour')::timestamptz`,
    correlationId: 'a.correlation_id',
    hash: `encode(a.hash, 'hex')`,
  },
  tables: 'access_log a',
  id: { by: 'a.position', type: 'bigint' },
  // Times never decrease, so sorting by time is sorting by position. Every filter has an index in this order.
  sorts: byTime('a.recorded_at'),
  filters: {
    actor: (where, id) => where.and('a.actor = ?', `user:${id.toLowerCase()}`),
    customer: (where, id) => where.and(showsCustomer('?'), id.toLowerCase(), id.toLowerCase()),
    action: 'a.action = ?',
    from: 'a.recorded_at >= ?',
    to: 'a.recorded_at <= ?',
  },
};
