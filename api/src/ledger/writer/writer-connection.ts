import { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { LedgerUnavailableError } from './submission.js';

/** A connection of the writer; throws `LedgerUnavailableError` while the database can not be reached. */
export function writerConnection(connectionString: string): PipelinedConnection {
  return new PipelinedConnection({
    connectionString,
    name: 'moniker-ledger-writer',
    unavailableError: (cause) => new LedgerUnavailableError({ cause }),
  });
}
