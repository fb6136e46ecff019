// @ts-check
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isListening } from './ports.mjs';
import { startService } from './service.mjs';

/**
 * Starts MailDev, a mail server that delivers nothing and shows all mail in a web inbox.
 * @param {{ dataFolder: string, smtpPort: number, inboxPort: number }} options
 */
export function startMailbox({ dataFolder, smtpPort, inboxPort }) {
  const folder = path.join(dataFolder, 'mail');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const home = path.dirname(createRequire(import.meta.url).resolve('maildev/package.json'));
  const service = startService({
    name: 'mailbox',
    script: path.join(home, 'bin/maildev'),
    args: ['--smtp', `${smtpPort}`, '--web', `${inboxPort}`, '--ip', '127.0.0.1', '--mail-directory', folder],
    env: process.env,
    dataFolder,
  });
  return {
    service,
    ready: () => service.untilReady(async () => (await isListening(smtpPort)) && isListening(inboxPort)),
  };
}
