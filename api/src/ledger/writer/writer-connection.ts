import { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { LedgerUnavailableError } from './submission.js';

/**
 * Creates a connection for the writer. Its use throws `LedgerUnavailableError` while the database cannot be reached.
 */
export function writerConnection(connectionString: string): PipelinedConnection {
  return new PipelinedConnection({
    connectionString,
    name: 'moniker-ledger-writer',
    unavailableError: (cause) => new LedgerUnavailableError({ cause }),
  });
}
