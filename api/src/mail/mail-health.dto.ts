import { ApiProperty } from '@nestjs/swagger';
import { pageDto } from '../platform/http/page.js';

/** Number of mails by state. */
export class MailCountsDto {
  @ApiProperty({ description: 'On their way: not sent yet, and not given up' })
  waiting: number;

  @ApiProperty({ description: 'Waiting for more than five minutes' })
  delayed: number;

  @ApiProperty({ description: 'Given up' })
  failed: number;

  @ApiProperty({ description: 'Taken by the mail server in the last 24 hours' })
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

  @ApiProperty({ type: String, nullable: true, description: 'What kind of failure the last try was' })
  failure: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  failedAt: string;
}

export class FailedMailPageDto extends pageDto(FailedMailDto) {}

export class MailHealthDto {
  @ApiProperty({ type: MailCountsDto })
  counts: MailCountsDto;

  @ApiProperty({ type: FailedMailPageDto })
  failed: FailedMailPageDto;
}

export class RetriedMailDto {
  @ApiProperty({ description: 'How many mails are on their way again' })
  retried: number;
}
