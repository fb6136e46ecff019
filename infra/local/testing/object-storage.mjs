// @ts-check
import { existsSync } from 'node:fs';
import { run } from '../run.mjs';

const SWIFT = '/usr/lib/python3/dist-packages/swift/proxy/server.py';

/** Installs Debian's OpenStack Swift, the tests' S3 server, where possible. Elsewhere, tests that need S3 are skipped. */
export async function ensureObjectStorage() {
  if (existsSync(SWIFT) || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'python3-swift']]) {
    const { code, output } = await run('apt-get', ['--quiet', ...args], { env });
    if (code !== 0) {
      console.warn(`OpenStack Swift could not be installed (apt-get ${args[0]}):\n${output.trim()}`);
      return;
    }
  }
}
