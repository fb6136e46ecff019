import type { KurrentSettings } from '../../platform/config/kurrent-settings.js';
import { checkRemoteLog, type InspectableLog } from './check-remote-log.js';
import type { Head } from './event-log.port.js';
import type { ScannableLog } from './scannable-log.js';

/** Connects to the stream that holds the log. Checks nothing. */
export async function connectRemoteLog(settings: KurrentSettings): Promise<ScannableLog> {
  // Imported lazily, because PostgreSQL mode doesn't need the client and its native library.
  const { KurrentLog } = await import('./kurrent-log.js');
  return new KurrentLog(settings);
}

/**
 * Connects to the stream that holds the log and checks it with `checkRemoteLog`. `readProjected` reads the head up to
 * which the tables are projected.
 *
 * @throws UnusableLogError the log can't be used with this database; the message says what to do
 * @throws RemoteLogUnavailableError the log cannot be reached
 */
export async function openRemoteLog(
  settings: KurrentSettings,
  readProjected: () => Promise<Head>,
): Promise<InspectableLog> {
  const log = await connectRemoteLog(settings);
  try {
    await checkRemoteLog({ log, readProjected, mayAdopt: settings.mayAdopt });
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}
