import { ApiProperty } from '@nestjs/swagger';
import { PersonDto } from './event-history.dto.js';

export const VERIFICATION_STATUSES = ['waiting', 'running', 'sound', 'unsound', 'failed'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export class FindingDto {
  @ApiProperty({ example: 'chain' })
  check: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The event that it concerns' })
  position: number | null;

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

/** One verification of the whole ledger, under way or finished. */
export class VerificationDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    enum: VERIFICATION_STATUSES,
    description: 'failed: it came to no result, for instance since its worker was stopped',
  })
  status: VerificationStatus;

  @ApiProperty({ type: PersonDto, nullable: true, description: 'Null: the worker’s schedule' })
  requestedBy: PersonDto | null;

  @ApiProperty({ format: 'date-time' })
  requestedAt: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  finishedAt: string | null;

  @ApiProperty({ description: 'How far it has come, or where the log ended' })
  position: number;

  @ApiProperty({ description: 'Where the log ended when it began' })
  total: number;

  @ApiProperty({ type: String, nullable: true, description: 'The hash at its last position, in hex' })
  hash: string | null;

  @ApiProperty({ type: VerifiedCountsDto, nullable: true })
  counts: VerifiedCountsDto | null;

  @ApiProperty({ type: [FindingDto], description: 'Differences by position, at most 20' })
  findings: FindingDto[];

  @ApiProperty({ description: 'How many there are besides' })
  findingsOmitted: number;

  @ApiProperty({ type: String, nullable: true, description: 'Why it came to no result' })
  failure: string | null;
}

export class ChainStatusDto {
  @ApiProperty({ description: 'Where the log ends' })
  position: number;

  @ApiProperty({ description: 'Its last hash, in hex' })
  hash: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When it last grew' })
  recordedAt: string | null;

  @ApiProperty({ description: 'How many events the search index is behind; they are searched all the same' })
  indexLag: number;

  @ApiProperty({ description: 'Hours between two verifications by the worker; 0 for none' })
  verifyEveryHours: number;

  @ApiProperty({
    type: VerificationDto,
    nullable: true,
    description: 'The newest one; null before the first',
  })
  latest: VerificationDto | null;

  @ApiProperty({ type: VerificationDto, nullable: true, description: 'The last one that came to a result' })
  lastResult: VerificationDto | null;
}
