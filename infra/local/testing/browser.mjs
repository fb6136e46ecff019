// @ts-check
import { existsSync } from 'node:fs';
import { Problem } from '../problem.mjs';
import { run } from '../run.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PACKAGES = ['chromium', 'fonts-liberation'];

/** Makes sure that there is a Chromium for the browser tests, installing Debian's where that is possible. */
export async function ensureBrowser() {
  if (process.env.CHROMIUM_PATH || PLACES.some((place) => existsSync(place))) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Problem('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
  }
  await apt(['update']);
  await apt(['install', '--yes', '--no-install-recommends', ...PACKAGES]);
}

async function apt(/** @type {string[]} */ args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { code, output } = await run('apt-get', ['--quiet', ...args], { env });
  if (code !== 0)
    throw new Problem(`Chromium could not be installed (apt-get ${args[0]}):\n${output.trim()}`);
}
