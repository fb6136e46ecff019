// @ts-check
import { existsSync } from 'node:fs';
import { Problem } from '../problem.mjs';
import { canInstall, install } from './apt.mjs';

const SWIFT = '/usr/lib/python3/dist-packages/swift/proxy/server.py';

/** Installs Debian's OpenStack Swift, the tests' S3 server, where possible. Elsewhere, tests that need S3 are skipped. */
export async function ensureObjectStorage() {
  if (existsSync(SWIFT) || !canInstall()) return;
  try {
    await install('OpenStack Swift', ['python3-swift']);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.warn(error.message);
  }
}
