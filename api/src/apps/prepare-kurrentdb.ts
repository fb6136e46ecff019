import { prepareKurrentDb } from '../ledger/ledger.module.js';
import { readKurrentAccess } from '../platform/config/kurrent-access.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/** Prepares users and permissions of KurrentDB for the bank's log. Runs before the first start, and to change a password. */
async function main(): Promise<void> {
  await prepareKurrentDb(readKurrentAccess(process.env), console.log);
}

main().catch(exitWithError('prepare-kurrentdb'));
