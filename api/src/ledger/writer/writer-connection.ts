import { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import type { SessionSettings } from '../../platform/database/session-options.js';
import { HEAD_LOCK_IDLE_TIMEOUT_MS } from '../log/head-lock.js';
import { LedgerUnavailableError } from './submission.js';

/**
 * How long a transaction waits for the head while another one is prepared. Abandoned prepared transactions are
 * settled within about three seconds if the log can be reached.
 */
const LOCK_WAIT_MS = 5_000;

/** Settings for connections that write while other transactions may be prepared. */
export const BESIDE_PREPARED: SessionSettings = { lock_timeout: String(LOCK_WAIT_MS) };

/** SQL that sets the same lock timeout for the current transaction only. */
export const LIMIT_LOCK_WAIT = `set local lock_timeout = ${LOCK_WAIT_MS}`;

/**
 * Creates a connection for the writer. Using it throws `LedgerUnavailableError` while the database cannot be reached.
 */
export function writerConnection(
  connectionString: string,
  settings: SessionSettings = {},
): PipelinedConnection {
  return new PipelinedConnection({
    connectionString,
    name: 'moniker-ledger-writer',
    unavailableError: (cause) => new LedgerUnavailableError({ cause }),
    settings: { idle_in_transaction_session_timeout: String(HEAD_LOCK_IDLE_TIMEOUT_MS), ...settings },
  });
}
