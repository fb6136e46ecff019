import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EVENT_TYPES } from '../ledger/audit/parse-event.js';
import { ACTOR_ROLES, type ActorRole } from '../ledger/search/event-index-row.js';
import { Id, OneOf, Pattern, ShortText } from '../platform/http/fields.js';
import { BankDay, WholeNumber } from '../platform/http/query-fields.js';

export const DELETED_NAME = 'Deleted user';

const POSITION = /^[1-9]\d{0,14}$/;
const ACCOUNT = /^(settlement|fees|adjustments|unclaimed|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const ACCOUNT_MESSAGE = '$property must be an account id, or settlement, fees, adjustments or unclaimed';
const MAX_PAGE_SIZE = 100;

/** Which events; the exports take the same. */
export class EventFilterQuery {
  @Id({ optional: true, description: 'Whose account it is, or whose data was decided on or read' })
  customer?: string;

  @Pattern(ACCOUNT, ACCOUNT_MESSAGE, {
    optional: true,
    description: 'In the stream of a customer’s account, or posted to one of the bank’s own',
  })
  account?: string;

  @Id({ optional: true })
  transaction?: string;

  @OneOf(EVENT_TYPES, { optional: true })
  type?: string;

  @OneOf(ACTOR_ROLES, {
    optional: true,
    description: 'customer: on what is theirs; admin: on what is somebody else’s',
  })
  role?: ActorRole;

  @Id({ optional: true, description: 'The user who acted' })
  actor?: string;

  @ShortText(100, { optional: true, description: 'The id that all events of one request share' })
  correlation?: string;

  @BankDay('The first bank day')
  from?: string;

  @BankDay('The last bank day')
  to?: string;
}

export class EventsQuery extends EventFilterQuery {
  @Pattern(POSITION, 'cursor must be the nextCursor of the page before', {
    optional: true,
    description: 'The `nextCursor` of the page before; without it, the newest page',
  })
  cursor?: string;

  @WholeNumber(1, MAX_PAGE_SIZE, 'How many at most; 25 if left out')
  limit?: number;
}

export class PeopleQuery {
  @ShortText(100, { description: 'Part of a name, an address or a moniker, or a whole id' })
  search: string;
}

/** A user by name. */
export class PersonDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'Alice Moreno', description: `${DELETED_NAME} once they were deleted` })
  name: string;

  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  @ApiProperty()
  isAdmin: boolean;
}

export class ActorDto {
  @ApiProperty({ enum: ACTOR_ROLES, description: 'In what role they acted in this event' })
  role: ActorRole;

  @ApiProperty({ description: 'As the log has it', example: 'system' })
  recorded: string;

  @ApiProperty({ type: PersonDto, nullable: true, description: 'Null where no user acted' })
  person: PersonDto | null;
}

/** One event in the list. */
export class EventDto {
  @ApiProperty({ description: 'Its place in the log, from 1 on without a gap' })
  position: number;

  @ApiProperty({ format: 'date-time' })
  recordedAt: string;

  @ApiProperty({ example: 'TransferRequested' })
  type: string;

  @ApiProperty({ example: '$200.00 held for a transfer of Alice Moreno' })
  text: string;

  @ApiProperty({ type: ActorDto })
  actor: ActorDto;

  @ApiProperty({ type: PersonDto, nullable: true })
  customer: PersonDto | null;

  @ApiProperty({ type: String, nullable: true, format: 'uuid' })
  transactionId: string | null;
}

export class EventsPageDto {
  @ApiProperty({ type: [EventDto], description: 'Newest first' })
  items: EventDto[];

  @ApiProperty({ type: String, nullable: true, description: 'Of the events before these; null on the last' })
  nextCursor: string | null;

  @ApiPropertyOptional({ description: 'How many match, counted up to 10,000; only on the first page' })
  total?: number;
}

export class EventEntryDto {
  @ApiProperty({ format: 'uuid' })
  accountId: string;

  @ApiProperty({ example: 'Settlement', description: 'Of the bank’s own account, or its customer’s' })
  name: string;

  @ApiProperty()
  isBankAccount: boolean;

  @ApiProperty({ example: '-$200.00', description: 'Added, or, negative, taken' })
  amount: string;

  @ApiProperty()
  amountCents: number;

  @ApiProperty({ example: '$200.00', description: 'Put on hold, or, negative, released' })
  hold: string;

  @ApiProperty()
  holdCents: number;

  @ApiProperty({ example: '$1,034.10' })
  postedAfter: string;

  @ApiProperty()
  postedAfterCents: number;

  @ApiProperty({ example: '$0.00' })
  heldAfter: string;

  @ApiProperty()
  heldAfterCents: number;
}

/** One event with everything around it. */
export class EventDetailDto extends EventDto {
  @ApiProperty({ example: 'account:0d3a7c52-6f0e-4f5e-9a57-2f6f8f1d2b11' })
  stream: string;

  @ApiProperty({ description: 'Its number in its stream' })
  version: number;

  @ApiProperty()
  payloadVersion: number;

  @ApiProperty({ description: 'The payload as stored, byte for byte' })
  payload: string;

  @ApiProperty({ type: [EventEntryDto] })
  entries: EventEntryDto[];

  @ApiProperty({ description: 'In hex' })
  hash: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'In hex; null where the event before is missing',
  })
  previousHash: string | null;

  @ApiProperty({ description: 'Whether hash = SHA-256(previous ‖ fields ‖ payload), computed just now' })
  isHashRight: boolean;

  @ApiProperty()
  correlationId: string;

  @ApiProperty({ description: 'Empty where the request itself led to it' })
  causationId: string;

  @ApiProperty({
    type: [EventDto],
    description: 'Other events of the same request, at most 20, newest first',
  })
  correlated: EventDto[];

  @ApiProperty({ type: 'integer', nullable: true })
  previousInStream: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  nextInStream: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  previousInLog: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  nextInLog: number | null;
}
