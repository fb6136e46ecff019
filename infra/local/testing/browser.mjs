// @ts-check
import { existsSync } from 'node:fs';
import { Problem } from '../problem.mjs';
import { canInstall, install } from './apt.mjs';

/**
 * Where to look for a browser, in order of preference. The headless build has the same engine as the others but no
 * desktop integration. It takes half the processor time.
 */
export const BROWSER_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const PACKAGES = ['chromium-headless-shell', 'fonts-liberation'];

/**
 * Installs Debian's Chromium for the browser tests if there is no browser. Throws a `Problem` where that is
 * impossible.
 */
export async function ensureBrowser() {
  if (process.env.CHROMIUM_PATH || BROWSER_PATHS.some((file) => existsSync(file))) return;
  if (!canInstall()) {
    throw new Problem(
      'The browser tests need Chromium. Install it, or set CHROMIUM_PATH to the path of a browser based on it.',
    );
  }
  await install('Chromium', PACKAGES);
}
