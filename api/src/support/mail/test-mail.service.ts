import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OTP_DIGITS } from '@moniker/common/one-time-code.js';
import { AppError } from '../../http/app-error.js';
import { Mailer } from './mailer.js';
import { EMPTY_CONTEXT } from './template-context.js';
import { renderTemplate } from './templates.js';

/** Sends a test email directly instead of through the worker, so the admin sees whether mail works (MAIL-8). */
@Injectable()
export class TestMail {
  constructor(private readonly mailer: Mailer) {}

  /** @throws TEST_MAIL_FAILED the email could not be sent (MAIL-9) */
  async send(email: string, firstName: string): Promise<void> {
    const secret = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
    const content = renderTemplate('test-mail', { firstName, secret, context: EMPTY_CONTEXT });
    try {
      await this.mailer.send(randomUUID(), email, content);
    } catch {
      throw new AppError('TEST_MAIL_FAILED');
    }
  }
}
