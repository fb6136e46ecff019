import { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { HEAD_LOCK_IDLE_TIMEOUT_MS } from '../log/head-lock.js';
import { LedgerUnavailableError } from './submission.js';

/**
 * Creates a connection for the writer. Its use throws `LedgerUnavailableError` while the database cannot be reached.
 */
export function writerConnection(connectionString: string): PipelinedConnection {
  return new PipelinedConnection({
    connectionString,
    name: 'moniker-ledger-writer',
    unavailableError: (cause) => new LedgerUnavailableError({ cause }),
    settings: { idle_in_transaction_session_timeout: String(HEAD_LOCK_IDLE_TIMEOUT_MS) },
  });
}
