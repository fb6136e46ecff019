import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { Optional, Pattern } from '../../http/fields.js';
import { Usd } from '../../http/money-fields.js';
import {
  CLOSING_REASONS,
  type ClosingReason,
  GUARDED_ACTIONS,
  type GuardedAction,
} from '../../ledger/approvals/ledger-approvals.service.js';
import { PasskeyProofBody } from '../../identity/factors/factor.dto.js';
import { UserSummaryDto } from '../../identity/users/user-summary.dto.js';

export const PROPOSAL_STATUSES = ['pending', 'approved', 'rejected', 'withdrawn', 'closed'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** One line of a proposal's description. */
export class ProposalDetailDto {
  @ApiProperty({ example: 'Description' })
  label: string;

  @ApiProperty()
  value: string;
}

/** A proposal by one admin that another decides (APR-3). */
export class ProposalDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: GUARDED_ACTIONS })
  action: GuardedAction;

  @ApiProperty({ enum: PROPOSAL_STATUSES })
  status: ProposalStatus;

  @Usd({ description: 'Zero if it moves no money' })
  amountCents: number;

  @ApiProperty({ type: UserSummaryDto, nullable: true, description: 'Null if it concerns no customer' })
  customer: UserSummaryDto | null;

  @ApiProperty({
    type: [ProposalDetailDto],
    description: 'What is proposed; empty once the proposal is no longer open',
  })
  details: ProposalDetailDto[];

  @ApiProperty({
    description:
      'An approval must contain this digest. It approves exactly the change that the digest covers',
  })
  digest: string;

  @ApiProperty({ description: 'Whether an approval needs a passkey signature (APR-30)' })
  isToBeSigned: boolean;

  @ApiProperty()
  proposedBy: string;

  @ApiProperty()
  proposedAt: Date;

  @ApiProperty({ description: 'Whether the signed-in admin proposed it' })
  isMine: boolean;

  @ApiProperty({
    description:
      'Whether the role of the signed-in admin permits the change (SEC-40), and the change does not concern their own money (TRF-64)',
  })
  isDecidable: boolean;

  @ApiProperty({ type: String, nullable: true })
  decidedBy: string | null;

  @ApiProperty({ type: Date, nullable: true })
  decidedAt: Date | null;

  @ApiProperty({
    enum: CLOSING_REASONS,
    nullable: true,
    description: 'What happened to the proposer, if the bank closed the proposal (APR-25)',
  })
  closedReason: ClosingReason | null;
}

export class ApproveProposalBody {
  @Pattern(/^[A-Za-z0-9_-]{43}$/, 'digest must be the digest of the proposal')
  digest: string;

  @Optional()
  @ValidateNested()
  @Type(() => PasskeyProofBody)
  @ApiPropertyOptional({
    type: PasskeyProofBody,
    description: 'The signature of the approval, if `isToBeSigned` (APR-31)',
  })
  signature?: PasskeyProofBody;
}
