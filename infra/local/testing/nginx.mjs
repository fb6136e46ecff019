// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { say } from '../output.mjs';
import { canInstall, install } from './apt.mjs';

/**
 * Folders to search in addition to the PATH, which may lack nginx's folder for an ordinary user.
 * `api/test/harness/nginx.ts` searches them too.
 */
const PLACES = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

const hasNginx = () =>
  [...(process.env.PATH ?? '').split(path.delimiter), ...PLACES].some((folder) =>
    existsSync(path.join(folder, 'nginx')),
  );

/** Installs Debian's nginx if it is missing. Where that is impossible, says which tests are skipped. */
export async function ensureNginx() {
  if (hasNginx()) return;
  if (canInstall()) {
    await install('nginx', ['nginx', 'openssl']);
    return;
  }
  say('No nginx here: the tests of the proxy in front of the API are skipped.');
}
