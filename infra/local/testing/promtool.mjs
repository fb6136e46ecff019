// @ts-check
import { existsSync } from 'node:fs';
import { say } from '../output.mjs';
import { canInstall, install } from './apt.mjs';

/**
 * Makes sure that promtool is there for the alert tests, installing Debian's where that is possible; reports it if not.
 */
export async function ensurePromtool() {
  if (existsSync('/usr/bin/promtool')) return;
  if (canInstall()) await install('promtool', ['prometheus']);
  else say('No promtool here: the tests of the alerts are skipped.');
}
