// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { say } from '../output.mjs';
import { canInstall, install } from './apt.mjs';

const PROGRAM = 'redis-server';

/** Whether the PATH has a redis-server. */
export function hasRedis() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, PROGRAM)));
}

/** Installs Debian's redis-server if it is missing. Where that is impossible, says which tests are skipped. */
export async function ensureRedis() {
  if (hasRedis()) return;
  if (canInstall()) {
    await install('Redis', [PROGRAM]);
    return;
  }
  say('No redis-server here: tests that need Redis are skipped. Install it to run them.');
}
