// @ts-check
import { existsSync } from 'node:fs';
import { say } from '../output.mjs';
import { canInstall, install } from './apt.mjs';

/**
 * Installs Debian's promtool for the alert tests if it is missing. Where that is impossible, says which tests are
 * skipped.
 */
export async function ensurePromtool() {
  if (existsSync('/usr/bin/promtool')) return;
  if (canInstall()) await install('promtool', ['prometheus']);
  else say('No promtool here: alert tests are skipped.');
}
