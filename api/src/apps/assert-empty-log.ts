import 'reflect-metadata';
import { assertLogIsEmpty } from '../ledger/ledger.module.js';
import { readKurrentSettings } from '../platform/config/config.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/** Fails if KurrentDB already holds a bank's events, before `npm start -- --fresh` deletes the rest of that bank. */
async function assertEmptyLog(): Promise<void> {
  const settings = readKurrentSettings(process.env);
  if (settings !== null) await assertLogIsEmpty(settings);
}

assertEmptyLog().catch(exitWithError('start'));
