import { ApiProperty } from '@nestjs/swagger';
import { FailedMailPageDto } from './failed-mail.list.js';

/** Number of emails by state. */
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

export class MailHealthDto {
  @ApiProperty({ type: MailCountsDto })
  counts: MailCountsDto;

  @ApiProperty({ type: FailedMailPageDto })
  failed: FailedMailPageDto;
}

export class RetriedMailDto {
  @ApiProperty({ description: 'The number of emails queued again' })
  retried: number;
}
