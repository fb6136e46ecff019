// @ts-check
import Sequencer from '@jest/test-sequencer';

/**
 * The slowest files. They start first, so no worker is left with one of them at the end. Jest knows durations only
 * from earlier runs; otherwise it uses file sizes, which say little about the time that processes take. Files that keep
 * the processor busy (browsers) alternate with files that wait (mail, clocks).
 */
const LONGEST = [
  'kurrentdb-cli.int.spec.ts',
  'access.e2e.spec.ts',
  'mail-from-ledger.int.spec.ts',
  'offline.e2e.spec.ts',
  'password-recovery.int.spec.ts',
  'narrow-screens.e2e.spec.ts',
  'kyc-application.e2e.spec.ts',
  'mail.int.spec.ts',
  'second-factors.e2e.spec.ts',
  'customer-shell.e2e.spec.ts',
  'copy.int.spec.ts',
  'keyboard.e2e.spec.ts',
  'auth.int.spec.ts',
  'work-queue.e2e.spec.ts',
  'tamper.int.spec.ts',
  'event-history.e2e.spec.ts',
  'contract.int.spec.ts',
  'kyc-uploads.e2e.spec.ts',
  'kyc.int.spec.ts',
  'forms.e2e.spec.ts',
  'money.int.spec.ts',
  'drafts.e2e.spec.ts',
  'launcher.int.spec.ts',
  'first-transfer.e2e.spec.ts',
  'operations.int.spec.ts',
  'polling.e2e.spec.ts',
  'security.int.spec.ts',
  'steps.e2e.spec.ts',
  'remote-log.int.spec.ts',
  'toasts.e2e.spec.ts',
  'proof.int.spec.ts',
  'admin-outgoing.e2e.spec.ts',
  'event-history.int.spec.ts',
  'admin-chat.e2e.spec.ts',
  'direct-uploads.int.spec.ts',
  'limits.int.spec.ts',
  'objects.int.spec.ts',
  'competing-registrations.int.spec.ts',
  'ledger-faults.int.spec.ts',
  'sign-in-races.int.spec.ts',
  'backup.int.spec.ts',
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
