import { ApiProperty } from '@nestjs/swagger';
import { PersonDto } from './event-history.dto.js';

export const VERIFICATION_STATUSES = ['waiting', 'running', 'sound', 'unsound', 'failed'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export class FindingDto {
  @ApiProperty({ example: 'chain' })
  check: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The event it concerns; null if none can be named',
  })
  position: number | null;

  @ApiProperty({ type: 'integer', required: false, description: 'The first event it may concern' })
  from?: number;

  @ApiProperty()
  what: string;
}

export class VerifiedCountsDto {
  @ApiProperty()
  events: number;

  @ApiProperty()
  entries: number;

  @ApiProperty()
  accounts: number;

  @ApiProperty()
  transactions: number;
}

/** The part of the log whose signatures were checked. */
export class SignedRangeDto {
  @ApiProperty()
  from: number;

  @ApiProperty()
  to: number;

  @ApiProperty({ description: 'Number of batches' })
  batches: number;
}

/** One verification of the whole ledger, running or finished. */
export class VerificationDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    enum: VERIFICATION_STATUSES,
    description: 'failed: no result, for example because the worker was stopped',
  })
  status: VerificationStatus;

  @ApiProperty({ type: PersonDto, nullable: true, description: 'Null if the worker’s schedule started it' })
  requestedBy: PersonDto | null;

  @ApiProperty()
  requestedAt: Date;

  @ApiProperty({ type: Date, nullable: true })
  finishedAt: Date | null;

  @ApiProperty({ description: 'The last verified position' })
  position: number;

  @ApiProperty({ description: 'The end of the log when the verification began' })
  total: number;

  @ApiProperty({ type: String, nullable: true, description: 'The hash of the last verified event, in hex' })
  hash: string | null;

  @ApiProperty({ type: VerifiedCountsDto, nullable: true })
  counts: VerifiedCountsDto | null;

  @ApiProperty({
    type: SignedRangeDto,
    nullable: true,
    description: 'The part that writers had to sign; null without a result or without a public key',
  })
  signed: SignedRangeDto | null;

  @ApiProperty({ type: [FindingDto], description: 'The findings with the lowest positions, at most 20' })
  findings: FindingDto[];

  @ApiProperty({ description: 'Number of further findings' })
  findingsOmitted: number;

  @ApiProperty({ type: String, nullable: true, description: 'Why there is no result' })
  failure: string | null;
}

/** An account for which the ledger refuses commands, because its row contradicts the log (LED-31). */
export class QuarantinedAccountDto {
  @ApiProperty({ description: "The customer's id, or the id of one of the bank's own accounts" })
  accountId: string;

  @ApiProperty({ example: 'Alice Moreno' })
  name: string;

  @ApiProperty()
  foundAt: Date;

  @ApiProperty({ description: 'The end of the log at that time' })
  position: number;

  @ApiProperty({ type: String, example: '$500.01', description: 'The balance in the row' })
  balance: string;

  @ApiProperty({ type: String, example: '$500.00', description: 'The balance after the last entry' })
  entryBalance: string;
}

export class ChainStatusDto {
  @ApiProperty({ description: 'The last position of the log' })
  position: number;

  @ApiProperty({ description: 'The hash of the last event, in hex' })
  hash: string;

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'When the last event was recorded',
  })
  recordedAt: Date | null;

  @ApiProperty({
    description: 'Number of events that the search index has not processed; searches include them',
  })
  indexLag: number;

  @ApiProperty({ description: 'Hours between scheduled verifications; 0 for none' })
  verifyEveryHours: number;

  @ApiProperty({
    type: VerificationDto,
    nullable: true,
    description: 'The newest verification; null before the first',
  })
  latest: VerificationDto | null;

  @ApiProperty({ type: VerificationDto, nullable: true, description: 'The last verification with a result' })
  lastResult: VerificationDto | null;

  @ApiProperty({ type: [QuarantinedAccountDto], description: 'The first accounts, at most 20' })
  quarantined: QuarantinedAccountDto[];
}
