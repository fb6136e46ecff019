import { ApiProperty, OmitType } from '@nestjs/swagger';
import { ACCOUNT_TYPES, type AccountType } from '@moniker/common/applications.js';
import { OneOf } from '../../http/fields.js';
import { Usd } from '../../http/money-fields.js';
import { PageQuery, pageDto } from '../../http/page.js';
import { UserSummaryDto } from '../../identity/users/user-summary.dto.js';

/**
 * What can wait for an admin: applications, account requests, payments that aren't final, others' proposals, and
 * unanswered chats.
 */
export const WORK_KINDS = [
  'kyc',
  'account_request',
  'transfer',
  'incoming_payment',
  'credit',
  'proposal',
  'chat',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** An item that waits for an admin (ADM-31). */
export class WorkItemDto {
  @ApiProperty({ enum: WORK_KINDS })
  kind: WorkKind;

  @ApiProperty({
    format: 'uuid',
    description: 'The id of the application, request, transaction or proposal; for a chat, the customer’s id',
  })
  id: string;

  @ApiProperty({ type: UserSummaryDto })
  user: UserSummaryDto;

  @ApiProperty({ description: 'When it started waiting' })
  since: Date;

  @ApiProperty({ type: String, nullable: true, example: 'pending', description: 'Null for a chat' })
  status: string | null;

  @Usd({ nullable: true, description: 'Null unless it is a payment or a proposal that moves money' })
  amountCents: number | null;

  @ApiProperty({
    enum: ACCOUNT_TYPES,
    nullable: true,
    description: 'Null unless it is an application or an account request',
  })
  accountType: AccountType | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The company of an application, the recipient of a transfer, the description of another payment, the action of a proposal, or how the last message of a chat begins',
  })
  detail: string | null;
}

export class WorkQueuePageDto extends pageDto(WorkItemDto) {}

/** Optionally selects one kind. Items are always listed oldest first. */
export class WorkQueueQuery extends OmitType(PageQuery, ['search']) {
  @OneOf(WORK_KINDS, { optional: true })
  kind?: WorkKind;
}

export class WorkCountDto {
  @ApiProperty({ enum: WORK_KINDS })
  kind: WorkKind;

  @ApiProperty({ description: 'Counted up to 1,000' })
  count: number;

  @ApiProperty({ description: 'When the oldest one started waiting' })
  oldestSince: Date;
}

/** The numbers of waiting items (ADM-32). */
export class WorkCountsDto {
  @ApiProperty({ description: 'The sum of the counts' })
  total: number;

  @ApiProperty({ type: [WorkCountDto], description: 'Kinds without waiting items are left out' })
  kinds: WorkCountDto[];
}
