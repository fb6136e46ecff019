import { ApiProperty, OmitType } from '@nestjs/swagger';
import { BANK_DAY_PATTERN } from '@moniker/common/bank-days.js';
import { TRANSACTION_CATEGORIES, type TransactionCategory } from '@moniker/common/categories.js';
import { Id, OneOf, Pattern } from '../../http/fields.js';
import { Usd } from '../../http/money-fields.js';
import { withTexts } from '../../http/text-fields.js';
import {
  PLAN_CHANGE_REASONS,
  PLAN_SCHEDULES,
  type PlanChangeReason,
  type PlanSchedule,
} from '../../ledger/domain/events.js';
import { TRANSFER_TEXT_FIELDS } from '../../ledger/texts/transaction-texts.js';
import { RequestTransferBody } from '../transfers/transfer.dto.js';

const DAY = { type: 'string', format: 'date', example: '2026-11-30' } as const;
const CHOOSE_DATE = 'Choose a date';

/** A transfer planned for later days, to an account number or a moniker (TRF-120, TRF-134). */
export class MakePlanBody extends OmitType(RequestTransferBody, ['moneyRequestId']) {
  @OneOf(PLAN_SCHEDULES)
  schedule: PlanSchedule;

  @Pattern(BANK_DAY_PATTERN, CHOOSE_DATE, { missing: CHOOSE_DATE })
  firstDay: string;

  @Id({ optional: true, description: 'The plan that ends as this one begins (TRF-170)' })
  replacesPlanId?: string;
}

export const PLAN_STATUSES = ['active', 'paused', 'ended'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** What customers can do with their plans. */
export const CUSTOMER_PLAN_CHANGES = ['pause', 'resume', 'skip', 'unskip', 'end'] as const;
export type CustomerPlanChange = (typeof CUSTOMER_PLAN_CHANGES)[number];

export class ChangePlanBody {
  @OneOf(CUSTOMER_PLAN_CHANGES)
  change: CustomerPlanChange;

  @Pattern(BANK_DAY_PATTERN, CHOOSE_DATE, {
    optional: true,
    description:
      'The `dueDay` to skip or the `skippedDay` to restore. Required for `skip` and `unskip`, so that a repeated request changes only one day',
  })
  dueDay?: string;
}

class PlanFieldsDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: PLAN_STATUSES })
  status: PlanStatus;

  @ApiProperty({ enum: PLAN_SCHEDULES })
  schedule: PlanSchedule;

  @Usd({ example: '$50.00' })
  amountCents: number;

  @ApiProperty({ enum: TRANSACTION_CATEGORIES })
  category: TransactionCategory;

  @ApiProperty({ ...DAY, description: 'The day from which the plan’s days are counted' })
  firstDay: string;

  @ApiProperty({ ...DAY, description: 'The day that `skip` skips' })
  dueDay: string;

  @ApiProperty({ ...DAY, nullable: true, description: 'The day that `unskip` makes due again' })
  skippedDay: string | null;

  @ApiProperty({
    ...{ type: 'array', items: DAY },
    description: 'The next due days, at most three; for a paused plan, as if it were resumed now',
  })
  nextDays: string[];

  @ApiProperty({
    ...{ enum: PLAN_CHANGE_REASONS, nullable: true, type: String },
    description: 'Why the transfer for `dueDay` is being retried, or why the plan is paused',
  })
  reason: PlanChangeReason | null;

  @ApiProperty({
    ...{ type: String, nullable: true },
    description:
      'The recipient’s moniker, if the customer used it to name the recipient. The customer then sees only the last four digits of the account (TRF-101)',
  })
  recipientMoniker: string | null;
}

/** A scheduled transfer as its customer sees it. */
export class PlanDto extends withTexts(PlanFieldsDto, TRANSFER_TEXT_FIELDS, 'required') {}

export class PlansDto {
  @ApiProperty({ description: 'Whether transfers can be planned' })
  isOffered: boolean;

  @ApiProperty({ type: [PlanDto], description: 'Plans that have not ended; the one due next comes first' })
  items: PlanDto[];
}
