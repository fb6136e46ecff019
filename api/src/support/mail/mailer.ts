import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import nodemailer from 'nodemailer';
import { BRAND, SUPPORT_EMAIL } from '@moniker/common/brand.js';
import { addressForSmtp } from '../../http/email-key.js';
import type { Config } from '../../platform/config/config.js';
import { traced } from '../../platform/tracing/tracing.js';
import { CONFIG } from '../../platform/config/config.token.js';
import type { RenderedEmail } from './email-content.js';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

/**
 * An email was not sent, for example because the mail server rejected it. `permanent` means that a retry is
 * pointless. `reason` contains no personal data.
 */
export class MailDeliveryError extends Error {
  override name = 'MailDeliveryError';

  constructor(
    readonly reason: string,
    readonly permanent: boolean,
  ) {
    super(reason);
  }
}

/** Sends mail by SMTP. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport;

  constructor(@Inject(CONFIG) config: Config) {
    this.transport = nodemailer.createTransport({
      url: config.smtpUrl,
      // Without this, an attacker between us and the server could strip the server's STARTTLS offer and read the mail
      // (MAIL-25).
      requireTLS: config.requiresMailTls,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
    });
  }

  /**
   * Sends an email.
   *
   * @throws MailDeliveryError the email could not be sent
   */
  async send(id: string, to: string, { subject, text, html }: RenderedEmail): Promise<void> {
    const mail = {
      // Every attempt has the same Message-ID, so a duplicate can be recognized (MAIL-5).
      messageId: `<${id}@${domainOf(SUPPORT_EMAIL)}>`,
      from: { name: BRAND, address: SUPPORT_EMAIL },
      to: { name: '', address: addressForSmtp(to) },
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    try {
      await traced({ name: 'mail.send', kind: 'client' }, () => this.transport.sendMail(mail));
    } catch (error) {
      throw toDeliveryError(error);
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

/** Keeps only the codes: the error's text may contain the address. */
function toDeliveryError(error: unknown): MailDeliveryError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const known = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
  return new MailDeliveryError(known.join(' ') || 'unknown', isPermanent);
}

function domainOf(address: string): string {
  return address.slice(address.indexOf('@') + 1);
}
