import { ApiProperty } from '@nestjs/swagger';
import type { ColumnsOf } from '../../platform/database/select.js';
import { pageDto } from '../../http/page.js';

/** Number of mails by state. */
export class MailCountsDto {
  @ApiProperty({ description: 'Not sent yet and not failed' })
  waiting: number;

  @ApiProperty({ description: 'Waiting for more than five minutes' })
  delayed: number;

  @ApiProperty({ description: 'Failed for good' })
  failed: number;

  @ApiProperty({ description: 'Accepted by the mail server in the last 24 hours' })
  sent: number;
}

/** A mail that failed for good, without its recipient (MAIL-6). */
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

/** `o` is the mail in the outbox. */
export const FAILED_MAIL_COLUMNS: ColumnsOf<FailedMailDto> = {
  id: 'o.id',
  template: 'o.template',
  tries: 'o.tries',
  failure: 'o.failure',
  createdAt: 'o.created_at',
  failedAt: 'o.failed_at',
};

export class FailedMailPageDto extends pageDto(FailedMailDto) {}

export class MailHealthDto {
  @ApiProperty({ type: MailCountsDto })
  counts: MailCountsDto;

  @ApiProperty({ type: FailedMailPageDto })
  failed: FailedMailPageDto;
}

export class RetriedMailDto {
  @ApiProperty({ description: 'The number of mails that were queued again' })
  retried: number;
}
