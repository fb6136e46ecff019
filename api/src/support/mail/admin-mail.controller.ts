import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { LoginThrottle } from '../../identity/attempts/login-throttle.service.js';
import { MailHealthDto, RetriedMailDto } from './mail-health.dto.js';
import { MailHealth } from './mail-health.service.js';
import { TestMail } from './test-mail.service.js';
import { ForAdmins, CurrentUser } from '../../http/access.js';
import { NewEmailAddress } from '../../http/fields.js';
import { PersonName } from '../../identity/users/users.service.js';
import { ShowsNobody } from '../../http/records-access.js';
import { IdPipe } from '../../http/id.pipe.js';
import { CursorQuery } from '../../http/page.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AuthenticatedUser } from '../../http/request.js';

export class TestEmailBody {
  @NewEmailAddress()
  email: string;

  // At most three words, so the greeting can't carry a sentence to a stranger (MAIL-20).
  @Matches(/^\S*(?:\s+\S+){0,2}$/u, { message: 'Please enter a first name of at most three words' })
  @PersonName('Please enter a first name')
  firstName: string;
}

export class TestEmailDto {
  @ApiProperty()
  email: string;
}

@ApiTags('admin')
@ForAdmins('mail:manage')
@Controller('api/admin')
export class AdminMailController {
  constructor(
    private readonly health: MailHealth,
    private readonly testMail: TestMail,
    private readonly attempts: LoginThrottle,
  ) {}

  /** Sends a test email immediately, bypassing the outbox (MAIL-8). */
  @Post('test-email')
  @HttpCode(200)
  @ApiOkResponse({ type: TestEmailDto })
  @Refuses('TEST_MAIL_FAILED')
  async sendTestEmail(
    @CurrentUser() me: AuthenticatedUser,
    @Body() { email, firstName }: TestEmailBody,
  ): Promise<TestEmailDto> {
    await this.attempts.record({ limit: 'test-mail', subject: me.userId });
    await this.testMail.send(email, firstName);
    return { email };
  }

  @Get('mail')
  @ShowsNobody('emails without their recipients')
  @ApiOkResponse({ type: MailHealthDto })
  async getMailHealth(@Query() { cursor }: CursorQuery): Promise<MailHealthDto> {
    const [counts, failed] = await Promise.all([this.health.counts(), this.health.failed(cursor)]);
    return { counts, failed };
  }

  @Post('mail/retry')
  @HttpCode(200)
  @ApiOkResponse({ type: RetriedMailDto })
  async retryAllMail(): Promise<RetriedMailDto> {
    return { retried: await this.health.retry() };
  }

  @Post('mail/:id/retry')
  @ShowsNobody('a number')
  @HttpCode(200)
  @ApiOkResponse({ type: RetriedMailDto })
  async retryMail(@Param('id', IdPipe) id: string): Promise<RetriedMailDto> {
    return { retried: await this.health.retry(id) };
  }
}
