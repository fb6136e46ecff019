import 'reflect-metadata';
import { assertLogIsEmpty } from '../ledger/ledger.module.js';
import { readKurrentSettings } from '../platform/config/config.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/**
 * Fails if the log in KurrentDB has events. `npm start -- --fresh` runs this before it deletes anything, because a
 * new bank cannot use such a log.
 */
async function assertEmptyLog(): Promise<void> {
  const settings = readKurrentSettings(process.env);
  if (settings !== null) await assertLogIsEmpty(settings);
}

assertEmptyLog().catch(exitWithError('start'));
