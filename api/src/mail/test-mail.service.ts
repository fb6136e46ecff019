import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '../platform/http/app-error.js';
import { Mailer } from './mailer.js';
import { EMPTY_CONTEXT } from './template-context.js';
import { renderTemplate } from './templates.js';

const CODE_DIGITS = 6;

/** A mail that is sent at once and not by the worker, so that whoever asked for it learns whether mail works. */
@Injectable()
export class TestMail {
  constructor(private readonly mailer: Mailer) {}

  /** Throws TEST_MAIL_FAILED where the mail server does not take it. */
  async send(email: string, firstName: string): Promise<void> {
    const secret = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    const letter = renderTemplate('test-mail', { firstName, secret, context: EMPTY_CONTEXT });
    try {
      await this.mailer.send(randomUUID(), email, letter);
    } catch {
      throw new AppError('TEST_MAIL_FAILED');
    }
  }
}
