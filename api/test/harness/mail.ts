import { createRequire } from 'node:module';
import path from 'node:path';
import { measure } from './measure.js';
import { NodeProcess } from './node-process.js';
import { freePort, isListening } from './ports.js';
import { callService } from './services-client.js';
import { waitFor } from './wait-for.js';

const maildev = path.join(
  path.dirname(createRequire(import.meta.url).resolve('maildev/package.json')),
  'bin/maildev',
);

interface Address {
  address: string;
  name: string;
}

/** An email as the test server received it. */
export interface Mail {
  id: string;
  subject: string;
  text: string;
  html: string;
  from: Address[];
  to: Address[];
  headers: Record<string, string>;
}

export interface MailServer {
  smtpUrl: string;
  inboxUrl: string;
  messages(): Promise<Mail[]>;
  /** Waits for an email that was sent to this address and meets the condition; returns the newest such email. */
  waitForMail(to: string, condition?: (mail: Mail) => boolean, timeoutMs?: number): Promise<Mail>;
  close(): Promise<void>;
}

/**
 * Returns the SMTP server of this Jest worker with an empty inbox. Only one test file uses it at a time. A file that
 * needs several servers, or stops one, calls `startOwnMailServer`.
 */
export async function startMailServer(): Promise<MailServer> {
  const ports = await measure('mail server', () => callService<MailPorts>('/mail-server'));
  const server = { ...mailServerOn(ports), close: () => Promise.resolve() };
  await fetch(`${server.inboxUrl}/email/all`, { method: 'DELETE' });
  return server;
}

/** Starts an SMTP server in its own process. */
export async function startOwnMailServer(options: { smtpPort?: number } = {}): Promise<MailServer> {
  const smtpPort = options.smtpPort ?? (await freePort());
  const webPort = await freePort();
  const ports = ['--smtp', String(smtpPort), '--web', String(webPort), '--ip', '127.0.0.1', '--silent'];
  const node = NodeProcess.start(maildev, ports, {});
  await measure('mail server', () =>
    node.untilReady(
      'the mail server',
      async () => (await isListening(smtpPort)) && (await isListening(webPort)),
    ),
  );
  return { ...mailServerOn({ smtpPort, webPort }), close: () => node.stop() };
}

interface MailPorts {
  smtpPort: number;
  webPort: number;
}

function mailServerOn({ smtpPort, webPort }: MailPorts): Omit<MailServer, 'close'> {
  const inboxUrl = `http://127.0.0.1:${webPort}`;
  const messages = async () => (await (await fetch(`${inboxUrl}/email`)).json()) as Mail[];
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    inboxUrl,
    messages,
    waitForMail: (to, condition = () => true, timeoutMs = 30_000) =>
      waitFor(async () => (await messages()).findLast((mail) => isTo(mail, to) && condition(mail)), {
        what: `an email to ${to}`,
        timeoutMs,
      }),
  };
}

function isTo(mail: Mail, address: string): boolean {
  return mail.to.some((to) => to.address.toLowerCase() === address.toLowerCase());
}
