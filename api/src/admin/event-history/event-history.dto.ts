import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_SEARCH_LENGTH } from '@moniker/common/text-lengths.js';
import { Usd } from '../../http/money-fields.js';
import { ACCOUNT_PATTERN } from '../../ledger/domain/accounts.js';
import { EVENT_TYPES } from '../../ledger/domain/events.js';
import { ACTOR_ROLES, type ActorRole } from '../../ledger/queries/ledger-events.service.js';
import { Id, OneOf, Pattern, ShortText } from '../../http/fields.js';
import { BankDay, WholeNumber } from '../../http/query-fields.js';

export const DELETED_NAME = 'Deleted user';

const POSITION = /^[1-9]\d{0,14}$/;
const ACCOUNT_MESSAGE = '$property must be an account id, or settlement, fees, adjustments or unclaimed';
const MAX_PAGE_SIZE = 100;

/** The filter for the list and the exports. */
export class EventFilterQuery {
  @Id({
    optional: true,
    description: 'The owner of the account, or the person whose data was decided on or read',
  })
  customer?: string;

  @Pattern(ACCOUNT_PATTERN, ACCOUNT_MESSAGE, {
    optional: true,
    description: 'An account id, or settlement, fees, adjustments or unclaimed',
  })
  account?: string;

  @Id({ optional: true })
  transaction?: string;

  @OneOf(EVENT_TYPES, { optional: true })
  type?: string;

  @OneOf(ACTOR_ROLES, {
    optional: true,
    description: 'customer: the event’s customer acted; admin: another user acted; system: no user acted',
  })
  role?: ActorRole;

  @Id({ optional: true, description: 'The user who acted' })
  actor?: string;

  @ShortText(100, {
    optional: true,
    description: 'The correlation id, which all events of one request share',
  })
  correlation?: string;

  @BankDay('The first bank day')
  from?: string;

  @BankDay('The last bank day')
  to?: string;
}

export class EventsQuery extends EventFilterQuery {
  @Pattern(POSITION, 'cursor must be the nextCursor of the previous page', {
    optional: true,
    description: 'The `nextCursor` of the previous page; without it, the newest page',
  })
  cursor?: string;

  @WholeNumber(1, MAX_PAGE_SIZE, 'Maximum number of events; 25 by default')
  limit?: number;
}

export class PeopleQuery {
  @ShortText(MAX_SEARCH_LENGTH, {
    description: 'Part of a name, email address, moniker, phone number or account number, or a whole id',
  })
  search: string;
}

/** A user with name and email address. */
export class PersonDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'Alice Moreno', description: `${DELETED_NAME} if the user was deleted` })
  name: string;

  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  @ApiProperty()
  isAdmin: boolean;
}

export class ActorDto {
  @ApiProperty({ enum: ACTOR_ROLES, description: 'The role of the actor in this event' })
  role: ActorRole;

  @ApiProperty({ description: 'The actor as recorded in the log', example: 'system' })
  recorded: string;

  @ApiProperty({ type: PersonDto, nullable: true, description: 'Null if no user acted' })
  person: PersonDto | null;
}

/** One event in the list. */
export class EventDto {
  @ApiProperty({ description: 'Its position in the log. Positions start at 1 and have no gaps' })
  position: number;

  @ApiProperty()
  recordedAt: Date;

  @ApiProperty({ example: 'TransferRequested' })
  type: string;

  @ApiProperty({ example: "Held $200.00 for Alice Moreno's transfer" })
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

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The cursor of the next, older page; null on the last page',
  })
  nextCursor: string | null;

  @ApiPropertyOptional({
    description: 'Number of matching events, counted up to 10,000; only on the first page',
  })
  total?: number;
}

export class EventEntryDto {
  @ApiProperty({ format: 'uuid' })
  accountId: string;

  @ApiProperty({ example: 'Settlement', description: 'The name of the system account or the customer' })
  name: string;

  @ApiProperty()
  isBankAccount: boolean;

  @Usd({ example: '-$200.00', description: 'Positive if added, negative if removed' })
  amountCents: number;

  @Usd({ example: '$200.00', description: 'Positive if held, negative if released' })
  holdCents: number;

  @Usd({ example: '$1,034.10' })
  postedAfterCents: number;

  @Usd({ example: '$0.00' })
  heldAfterCents: number;
}

/** One event with its entries, hash check and neighbors (HIST-3). */
export class EventDetailDto extends EventDto {
  @ApiProperty({ example: 'account:0d3a7c52-6f0e-4f5e-9a57-2f6f8f1d2b11' })
  stream: string;

  @ApiProperty({ description: 'The version of its stream after this event' })
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
    description: 'In hex; null if the previous event is missing',
  })
  previousHash: string | null;

  @ApiProperty({
    description: 'Whether hash = SHA-256(previous ‖ fields ‖ payload), recomputed for this request',
  })
  isHashRight: boolean;

  @ApiProperty()
  correlationId: string;

  @ApiProperty({ description: 'Empty if the request caused the event directly' })
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
