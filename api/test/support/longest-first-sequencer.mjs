// @ts-check
import Sequencer from '@jest/test-sequencer';

/**
 * The slowest files. They start first, so that no worker is left with one of them at the end. Jest knows durations only
 * from earlier runs; otherwise it uses file sizes, which say little about the time that processes take.
 */
const LONGEST = [
  'mail.int.spec.ts',
  'mail-from-ledger.int.spec.ts',
  'event-history.int.spec.ts',
  'tamper.int.spec.ts',
  'event-history.e2e.spec.ts',
  'customer-shell.e2e.spec.ts',
  'auth.int.spec.ts',
  'kyc.int.spec.ts',
  'operations.int.spec.ts',
  'graceful-stop.int.spec.ts',
  'redis-outage.int.spec.ts',
  'objects.int.spec.ts',
  'backup.int.spec.ts',
  'launcher.int.spec.ts',
];

/** Jest's order, with the longest files first and the unit tests last. */
export default class LongestFirstSequencer extends Sequencer {
  /**
   * @param {import('@jest/test-result').Test[]} tests
   * @override
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((a, b) => rank(a.path) - rank(b.path));
  }
}

function rank(/** @type {string} */ file) {
  const index = LONGEST.findIndex((name) => file.endsWith(`/${name}`));
  if (index >= 0) return index;
  return LONGEST.length + (/\.(int|e2e)\.spec\.ts$/.test(file) ? 0 : 1);
}
