import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '../http/app-error.js';
import { Mailer } from './mailer.js';
import { EMPTY_CONTEXT } from './template-context.js';
import { renderTemplate } from './templates.js';

const CODE_DIGITS = 6;

/** Sends a test mail directly instead of through the worker, so that the admin sees whether mail works (MAIL-8). */
@Injectable()
export class TestMail {
  constructor(private readonly mailer: Mailer) {}

  /** @throws TEST_MAIL_FAILED the mail server did not accept the mail (MAIL-9) */
  async send(email: string, firstName: string): Promise<void> {
    const secret = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    const content = renderTemplate('test-mail', { firstName, secret, context: EMPTY_CONTEXT });
    try {
      await this.mailer.send(randomUUID(), email, content);
    } catch {
      throw new AppError('TEST_MAIL_FAILED');
    }
  }
}
