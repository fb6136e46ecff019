import { assertEmptyLog } from '../ledger/log/check-remote-log.js';
import { connectRemoteLog } from '../ledger/log/open-remote-log.js';
import { readKurrentSettings } from '../platform/config/config.js';
import { exitWithError } from '../platform/process/exit-with-error.js';

/** Fails if KurrentDB already holds events of a bank, before `npm start -- --fresh` deletes the rest of one. */
async function assertLogIsEmpty(): Promise<void> {
  const settings = readKurrentSettings(process.env);
  if (settings === null) return;
  const log = await connectRemoteLog(settings);
  try {
    await assertEmptyLog(log);
  } finally {
    await log.close();
  }
}

assertLogIsEmpty().catch(exitWithError('start'));
