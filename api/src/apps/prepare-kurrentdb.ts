import { prepareKurrentDb } from '../ledger/ledger.module.js';
import { readKurrentAccess } from '../platform/config/kurrent-access.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/**
 * Prepares KurrentDB's users and permissions for the bank's log. Run it before the first start, and to change a
 * password.
 */
async function main(): Promise<void> {
  await prepareKurrentDb(readKurrentAccess(process.env), console.log);
}

main().catch(exitWithError('prepare-kurrentdb'));
