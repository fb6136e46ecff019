// @ts-check
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { isListening } from './ports.mjs';
import { startService } from './service.mjs';

/**
 * Starts MailDev, a mail server that delivers nothing and shows all mail in a web inbox, which only this machine can read.
 * @param {{ dataFolder: string, smtpPort: number, inboxPort: number }} options
 */
export function startMailbox({ dataFolder, smtpPort, inboxPort }) {
  const folder = path.join(dataFolder, 'mail');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const service = startService({
    name: 'mailbox',
    script: inRoot('infra/local/mailbox-server.mjs'),
    args: ['--smtp', `${smtpPort}`, '--web', `${inboxPort}`, '--ip', '127.0.0.1', '--mail-directory', folder],
    env: process.env,
    dataFolder,
  });
  return {
    service,
    ready: () => service.untilReady(async () => (await isListening(smtpPort)) && isListening(inboxPort)),
  };
}
