import type { KurrentSettings } from '../platform/config/kurrent-settings.js';
import { withRemoteAuditLog } from './log/remote-audit-log.js';
import { RemoteLogUnavailableError } from './log/remote-log.port.js';
import type { HashSource } from './proof/checkpoints.js';
import { LedgerUnavailableError } from './writer/submission.js';

/**
 * Returns a source that reads the log's hashes from KurrentDB, each on a new connection; null if the log is in
 * PostgreSQL. Reading a hash throws `LedgerUnavailableError` if the log cannot be reached.
 */
export function hashesOf(kurrent: KurrentSettings | null): HashSource | null {
  if (kurrent === null) return null;
  return {
    hashAt: (position) =>
      withRemoteAuditLog(kurrent, false, (log) => log.hashAt(position)).catch((cause: unknown) => {
        throw cause instanceof RemoteLogUnavailableError ? new LedgerUnavailableError({ cause }) : cause;
      }),
  };
}
