import { PipelinedConnection } from '../../platform/database/pipelined-connection.js';
import { LedgerUnavailableError } from './submission.js';

/**
 * Whatever the writer looks up, it looks up by key. Without this, a statement that was planned while a table was
 * still empty would go on to read all of it, however large it has become.
 */
const BY_KEY_ONLY = '-c enable_seqscan=off';

/** A connection of the writer; throws `LedgerUnavailableError` while the database can not be reached. */
export function writerConnection(connectionString: string): PipelinedConnection {
  return new PipelinedConnection({
    connectionString,
    name: 'moniker-ledger-writer',
    settings: BY_KEY_ONLY,
    unavailable: (cause) => new LedgerUnavailableError({ cause }),
  });
}
